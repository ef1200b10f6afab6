/**
 * Records of which every event is a posted transfer, where they lie: the walks over events meet little
 * else, and need not decode such a record to know its events.
 */
import type { Place } from "../../base/id.ts";
import { RowSpot } from "../ledger/rows_in_place.ts";

export class PostedRows extends RowSpot {
  /**
   * Goes to a record. Returns how many events the record has where they are its rows, in the order of
   * their numbers, each the event of a posted row; 0 for every other record.
   */
  eventsAt(place: Place): number {
    const rows = this.goTo(place);
    return this.areAllPosted ? rows : 0;
  }
}
