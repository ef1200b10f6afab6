/**
 * The script of `/docs` and of the guides, as text: the search, and what loads the reference when the address names an
 * operation. The search ranks by words: a word of the title counts most; a word that means the same counts half; rare
 * words count more. Nothing of a question leaves the page.
 */
export const SEARCH_SCRIPT = `"use strict";
const RESULTS_MAX = 12;
// Words that say nothing about what is looked for.
const SILENT = new Set(("a an and are be by can do does for from get give has have how i if in is it make me my need of on one or " +
  "our should so that the their them there this to use want way we what when where which who why will with without you your").split(" "));
const form = document.getElementById("search");
const question = document.getElementById("question");
const found = document.getElementById("found");
const results = document.getElementById("results");

// The part of a word that its forms have in common.
function stem(word) {
  if (word.length < 5) return word.replace(/s$/, "");
  return word.replace(/(ations?|ions?|ings?|als?|ers?|ies|ed|es|s|e|y)$/, "") || word;
}
function wordsOf(text) {
  return text.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== "");
}
const stemsOf = (text) => new Set(wordsOf(text).map(stem));

function prepared({ entries, sameMeaning }) {
  const others = new Map();
  for (const row of sameMeaning) {
    const stems = row.map(stem);
    for (const one of stems) others.set(one, [...(others.get(one) || []), ...stems.filter((other) => other !== one)]);
  }
  const known = entries.map((entry) => ({
    entry,
    fields: [[stemsOf(entry.title), 4], [stemsOf(entry.words), 3], [stemsOf(entry.note), 1.5]],
    text: [entry.title, entry.words, entry.note].join(" ").toLowerCase(),
  }));
  const counts = new Map();
  for (const { fields } of known) {
    for (const one of new Set(fields.flatMap(([stems]) => [...stems]))) counts.set(one, (counts.get(one) || 0) + 1);
  }
  return { known, others, rarity: (one) => Math.log(1 + known.length / (1 + (counts.get(one) || 0))) };
}

function weightOf(fields, one) {
  let best = 0;
  for (const [stems, weight] of fields) {
    if (stems.has(one)) best = Math.max(best, weight);
    else if (one.length > 2 && weight * 0.6 > best && [...stems].some((other) => other.startsWith(one))) best = weight * 0.6;
  }
  return best;
}

// The entries that fit a question, the best first.
function rank({ known, others, rarity }, asked) {
  const words = wordsOf(asked);
  const telling = words.filter((word) => !SILENT.has(word));
  const stems = [...new Set((telling.length > 0 ? telling : words).map(stem))];
  if (stems.length === 0) return [];
  const phrase = words.join(" ");
  const scored = known.map(({ entry, fields, text }) => {
    let score = 0;
    let matched = 0;
    for (const one of stems) {
      const own = weightOf(fields, one) * rarity(one);
      const same = (others.get(one) || []).map((other) => 0.5 * weightOf(fields, other) * rarity(other));
      const best = Math.max(own, ...same);
      if (best > 0) matched++;
      score += best;
    }
    if (matched === 0) return { entry, score: 0 };
    score *= 0.4 + (0.6 * matched) / stems.length;
    if (phrase !== "" && text.includes(phrase)) score *= 1.3;
    if (entry.kind === "guide") score *= 1.4;
    if (entry.kind === "error code") score *= 0.7;
    return { entry, score };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

let index;
function loadIndex() {
  index ??= fetch(form.dataset.index).then((answer) => {
    if (!answer.ok) throw new Error("the host answered " + answer.status);
    return answer.json();
  }).then(prepared).catch((fault) => {
    index = undefined;
    throw fault;
  });
  return index;
}

function lineOf({ kind, title, href, note }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title;
  const below = document.createElement("span");
  below.textContent = kind + ": " + note;
  item.append(link, below);
  return item;
}

async function search() {
  const asked = question.value;
  if (asked.trim() === "") {
    results.replaceChildren();
    found.textContent = "";
    return;
  }
  try {
    const all = rank(await loadIndex(), asked);
    // Somebody may have typed on meanwhile.
    if (asked !== question.value) return;
    results.replaceChildren(...all.slice(0, RESULTS_MAX).map(lineOf));
    found.textContent = all.length === 0 ? "Nothing was found." : Math.min(all.length, RESULTS_MAX) + " of " + all.length + " found; Enter opens the first.";
  } catch (fault) {
    found.textContent = "The search could not be loaded: " + fault.message;
  }
}

question.addEventListener("focus", () => loadIndex().catch(() => {}), { once: true });
question.addEventListener("input", search);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await search();
  const first = results.querySelector("a");
  if (first) first.click();
});
results.addEventListener("click", (event) => {
  if (!event.target.closest("a")) return;
  results.replaceChildren();
  found.textContent = "";
});

// The reference: loaded into this page when the address names a part of it.
const reference = document.getElementById("reference");
let isLoaded = false;
async function openReference() {
  if (isLoaded || reference === null || !/^#(tag|description|webhook|model)/.test(location.hash)) return;
  isLoaded = true;
  document.getElementById("start").hidden = true;
  reference.textContent = "The reference is loading …";
  for (const path of reference.dataset.scripts.split(" ")) {
    const script = document.createElement("script");
    script.src = path;
    await new Promise((done, failed) => {
      script.onload = done;
      script.onerror = () => failed(new Error(path + " could not be loaded"));
      document.body.append(script);
    }).catch((fault) => {
      reference.textContent = fault.message;
    });
  }
}
addEventListener("hashchange", openReference);
openReference();
`;
