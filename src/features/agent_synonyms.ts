/**
 * What people say for what can be done with any noun. What they say for one noun stands in its words
 * (`contract/declare/noun_words.ts`). A word may stand in several rows. Forms of one word (plural, -ing, -ed) need no
 * entry of their own; forms with another stem do: `frozen`, `paid`.
 */
import type { Synonyms } from "../contract/declare/agent_guide.ts";

export const COMMON_SYNONYMS: Synonyms = {
  retrieve: `
    read, show, see, view, get, fetch, look, look at, look up, lookup, details, display, inspect,
    check, status, state, what is, tell, info, information, single, one, give me, happened to,
    current
  `,
  list: `
    all, every, which, find, browse, overview, show, see, recent, latest, lately, past, previous,
    filter, enumerate, query, what are, how many, history, log, newest
  `,
  create: `
    make, add, new, register, open, set up, setup, insert, start, begin, build, issue, prepare,
    initiate, define, save, store, put, record, provision
  `,
  update: `
    change, edit, modify, rename, set, alter, correct, replace, attach, patch, adjust, relabel,
    amend, tag, fix, overwrite
  `,
  "close archive revoke": `
    delete, remove, destroy, erase, drop, get rid, terminate, end, shut, discard, permanently, for
    good
  `,
  "history entry": `
    past, over time, timeline, changelog, audit, trail, previously, evolution, what changed, earlier
  `,
  "metadata external id": `
    tag, label, custom field, own reference, note, annotate, attribute
  `,
  suspend: `
    pause, stop, interrupt, on hold, temporarily
  `,
  resume: `
    continue, unpause, go on, restart, again, resumed
  `,
  activate: `
    enable, turn on, switch on, start using, usable, make usable, unlock
  `,
  cancel: `
    stop, abort, call off, withdraw, undo, void, delete
  `,
  reject: `
    decline, refuse, deny, turn down
  `,
  version: `
    as it was, yesterday, before the change, went back, revision, old version, previous version,
    earlier version
  `,
};
