/** The page's data: the index at once, details of runs when one of them is opened. */
import { byId } from "./dom.js";

export const index = JSON.parse(byId("index").textContent);

const chunks = new Map();

async function unpacked(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function chunk(at) {
  if (!chunks.has(at)) chunks.set(at, unpacked(`details-${at}`));
  return chunks.get(at);
}

const chunkOf = (place) => Math.floor(place / index.chunkSize);

/** Everything about the run in this place of the index. */
export async function detailOf(place) {
  return (await chunk(chunkOf(place)))[place % index.chunkSize];
}

/** The address of a screenshot of the run in this place. */
export function frameAddress(place, name) {
  if (index.frames !== "") return `${index.frames}/${name}.webp`;
  return JSON.parse(byId(`frames-${chunkOf(place)}`).textContent)[name];
}

function light({ id, task, agent, benchmark }) {
  return [id, task, index.agents[agent], index.benchmarks[benchmark]].join("\n").toLowerCase();
}

const lightWords = index.rows.map(light);
let deepWords;

/** Opens all details, so that a search can look through reasons, actions, answers and notes. */
export async function openAll() {
  if (deepWords !== undefined) return;
  const details = (await Promise.all(index.rows.map((_, place) => detailOf(place)))).map((detail) =>
    JSON.stringify(detail).toLowerCase(),
  );
  deepWords = details.map((text, place) => `${lightWords[place]}\n${text}`);
}

/** What a search looks through, in small letters; `deep` needs `openAll` first. */
export function wordsOf(place, deep) {
  return (deep ? deepWords : lightWords)[place];
}
