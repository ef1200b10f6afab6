/** The requests of a Product's credentials, reads included. */
import type { Feature } from "../../contract/declare/feature.ts";
import { developerLogList } from "./developer_log.list.ts";
import { developerLogRetrieve } from "./developer_log.retrieve.ts";
import { developerLogStream } from "./developer_log.stream.ts";
import { developerLogExamples } from "./developer_log_examples.ts";
import { developerLogWords } from "./developer_log_words.ts";

export const developerLogFeature = {
  tag: {
    name: "Developer logs",
    description: "The requests of a Product as they were sent and answered.",
  },
  words: developerLogWords,
  operations: [developerLogList, developerLogRetrieve, developerLogStream],
  examples: developerLogExamples,
} satisfies Feature;
