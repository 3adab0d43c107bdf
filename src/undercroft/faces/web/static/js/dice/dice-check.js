// Checks a dice file: does every key fit its seal, and every rolled die its key? Needs no server and no WebCrypto,
// which browsers leave out on plain http and in files. docs/fair-dice.md says what is checked.

const SECRET = "referee";

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants of SHA-256: the first 32 bits after the point of the roots of the first primes.
(() => {
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  let found = 0;
  for (let number = 2; found < 64; number += 1) {
    let prime = true;
    for (let part = 2; part * part <= number; part += 1) prime = prime && number % part !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(number));
    K[found] = fraction(Math.cbrt(number));
    found += 1;
  }
})();

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [early, late] = [w[i - 15], w[i - 2]];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      w[i] = w[i - 16] + small + w[i - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const digest = new Uint8Array(32);
  state.forEach((word, i) => new DataView(digest.buffer).setUint32(4 * i, word));
  return digest;
}

function hmac(key, bytes) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const inUtf8 = (text) => new TextEncoder().encode(text);
const inHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// What a die of that name shows on each side; nothing if there is no such die.
function sidesOf(name) {
  if (name === "dF") return { count: 3, face: (side) => side - 1 };
  if (name === "d66") return { count: 36, face: (side) => 10 * Math.floor(side / 6) + (side % 6) + 11 };
  const count = /^d[1-9][0-9]{0,7}$/.test(name) ? Number(name.slice(1)) : 0;
  return count >= 1 && count <= 2 ** 24 ? { count, face: (side) => side + 1 } : null;
}

// The faces of dice that are read from a stream at a place, and the place after them.
function diceAt(key, words, stream, at, names) {
  const streamKey = hmac(hmac(key, inUtf8(words.join("\n"))), inUtf8(stream));
  let [place, number, block] = [at, -1, null];
  const byte = () => {
    const wanted = Math.floor(place / 32);
    if (wanted !== number) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(0, Math.floor(wanted / 2 ** 32));
      counter.setUint32(4, wanted % 2 ** 32);
      [number, block] = [wanted, hmac(streamKey, new Uint8Array(counter.buffer))];
    }
    place += 1;
    return block[(place - 1) % 32];
  };
  const faces = names.map((name) => {
    const { count, face } = sidesOf(name);
    const width = count <= 256 ? 1 : count <= 65536 ? 2 : 3;
    const fair = 256 ** width - (256 ** width % count);
    let drawn = fair;
    while (drawn >= fair) {
      drawn = 0;
      for (let i = 0; i < width; i += 1) drawn = drawn * 256 + byte();
    }
    return face(drawn % count);
  });
  return { faces, end: place };
}

// What a check found: the same numbers as `undercroft table audit --json`.
export function checkDice(file) {
  if (file?.format !== "undercroft-dice-1" || !Array.isArray(file.entries)) throw new Error("This is not a dice file.");
  const [seals, sealed, differing] = [new Map(), [], []];
  const wrong = (entry, what) => differing.push({ entry, what });
  file.entries.forEach((entry, index) => {
    const why = followed(entry, index + 1, seals, sealed);
    if (why) wrong(index + 1, why);
  });
  let [checked, secret, waiting, passed, late] = [0, 0, 0, 0, 0];
  const streams = new Map();
  for (const { throw: one, number } of sealed) {
    const seal = seals.get(one.drawn.seal);
    const key = seal.keys[isSecret(one)];
    if (!key) {
      waiting += one.dice.length;
      continue;
    }
    const again = diceAt(key, seal.words.slice(0, one.drawn.words), one.drawn.stream, one.drawn.at, one.dice);
    const name = `${one.drawn.seal} ${one.drawn.stream}`;
    streams.set(name, [...(streams.get(name) ?? []), { at: one.drawn.at, end: again.end, number }]);
    if (again.faces.join() === one.faces.join()) {
      checked += one.faces.length;
      if (isSecret(one)) secret += one.faces.length;
    } else wrong(number, `shows ${one.faces.join(" ")}, but the key gives ${again.faces.join(" ")}`);
  }
  for (const stretches of streams.values()) {
    let [end, furthest] = [0, 0];
    for (const stretch of stretches) {
      late += Number(stretch.at < furthest);
      furthest = Math.max(furthest, stretch.at);
    }
    for (const stretch of stretches.sort((one, other) => one.at - other.at)) {
      if (stretch.at < end) wrong(stretch.number, "it uses dice again that fell before");
      if (stretch.at > end) passed += 1;
      end = Math.max(end, stretch.end);
    }
  }
  const throws = file.entries.filter((entry) => entry.type === "throw");
  const count = (of) => throws.reduce((sum, one) => sum + Number(of(one)), 0);
  return {
    seals: seals.size,
    opened: [...seals.values()].filter((seal) => seal.keys.false).length,
    checked,
    secret,
    waiting,
    unsealed: count((entry) => (entry.drawn ? 0 : entry.faces.length)),
    typed: count((entry) => entry.typed),
    undone: count((entry) => entry.fate === "undone"),
    called_off: count((entry) => entry.fate === "called off"),
    overruled: count((entry) => entry.overruled),
    passed_over: passed,
    out_of_turn: late,
    differing: differing.sort((one, other) => one.entry - other.entry),
  };
}

const isSecret = (entry) => entry.drawn.stream === SECRET;

// Takes the entries in order, and says what may not come here.
function followed(entry, number, seals, sealed) {
  const seal = seals.get(entry.type === "throw" ? entry.drawn?.seal : entry.seal);
  switch (entry.type) {
    case "sealed":
      if (seals.has(entry.number)) return `seal ${entry.number} is there twice`;
      seals.set(entry.number, { open: entry.open, secret: entry.secret, words: [], keys: {} });
      return "";
    case "word":
      if (!seal) return `there is no seal ${entry.seal} before it`;
      seal.words.push(entry.word);
      return Object.keys(seal.keys).length ? "the word comes after the key" : "";
    case "opened":
      if (!seal) return `there is no seal ${entry.seal} before it`;
      seal.keys[entry.of_secret] = fromHex(entry.key);
      if (inHex(sha256(fromHex(entry.key))) === (entry.of_secret ? seal.secret : seal.open)) return "";
      return `the key does not fit seal ${entry.seal}`;
    case "throw":
      if (!entry.drawn) return "";
      if (!seal) return `it names seal ${entry.drawn.seal}, which does not come before it`;
      if (seal.keys[isSecret(entry)]) return "it was rolled after the key was shown";
      if (entry.drawn.words > seal.words.length) return "it names words that come after it";
      if (entry.dice.length !== entry.faces.length) return "it has another number of dice than faces";
      if (!entry.dice.every(sidesOf)) return "it names a die that does not exist";
      sealed.push({ throw: entry, number });
      return "";
    default:
      return "it is of a kind that this page does not know";
  }
}

// What a check found, in words: first whether all is well, then the rest.
export function diceWords(found, file) {
  const dice = (count) => `${count} ${count === 1 ? "die" : "dice"}`;
  const rolls = (count) => `${count} ${count === 1 ? "roll" : "rolls"}`;
  const places = (count) => `${count} ${count === 1 ? "place" : "places"}`;
  const notes = [
    [found.secret, `${found.secret} of them were secret.`],
    [found.waiting, `${dice(found.waiting)} still sealed: the key is not shown yet.`],
    [found.unsealed, `${dice(found.unsealed)} rolled without a seal: nobody can check those.`],
    [found.typed, `${dice(found.typed)} typed by people: nobody can check those.`],
    [found.undone, `${rolls(found.undone)} undone.`],
    [found.called_off, `${rolls(found.called_off)} called off or asked for again.`],
    [found.overruled, `${rolls(found.overruled)} with a result that the referee changed.`],
    [found.passed_over, `${places(found.passed_over)} passed over: dice fell there that you were not shown.`],
    [found.out_of_turn, `${rolls(found.out_of_turn)} out of turn: the dice waited for others, or were exchanged.`],
  ];
  const purpose = (entry) => file.entries[entry - 1]?.what;
  const differing = found.differing.map(({ entry, what }) => {
    return `Entry ${entry}${purpose(entry) ? ` (${purpose(entry)})` : ""}: ${what}.`;
  });
  const said = notes.filter(([count]) => count).map(([, note]) => note);
  return { head: headline(found, dice), good: !differing.length && found.checked > 0, differing, notes: said };
}

function headline(found, dice) {
  if (found.differing.length === 1) return "1 thing does not fit.";
  if (found.differing.length) return `${found.differing.length} things do not fit.`;
  if (found.checked) return `${dice(found.checked)} checked: all as they were sealed.`;
  return found.seals ? "No dice to check yet: keys are shown when a session ends." : "Not sealed: nobody can check these dice.";
}
