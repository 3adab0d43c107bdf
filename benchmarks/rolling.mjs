// Rolls notations with rpg-dice-roller on request. A line in: "seconds notation". A line out: rolls per second.
import { createInterface } from "node:readline";
import { DiceRoll } from "@dice-roller/rpg-dice-roller";

for await (const line of createInterface({ input: process.stdin })) {
  const [seconds, notation] = line.split(" ");
  const start = performance.now();
  const end = start + 1000 * Number(seconds);
  let rolls = 0;
  let now = start;
  while (now < end) {
    for (let i = 0; i < 50; i += 1) {
      new DiceRoll(notation);
    }
    rolls += 50;
    now = performance.now();
  }
  console.log((1000 * rolls) / (now - start));
}
