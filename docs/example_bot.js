// The example of docs/arena.md in another language: a question is read a line, an action is written a line.
// script/arena "node docs/example_bot.js" novice

const PRICE_OF_A_POINT = 1500;
const PRICE_OF_ANYTHING_ELSE = 12000;

function choose(view) {
  const me = view.players[view.seat];
  if (view.phase === "discard") return { type: "discard", card: leastLuxury(me) };
  if (view.phase === "sealed") return { type: "commit", card: Math.min(...view.hand) };
  const missing = view.highest_bid - me.bid_total;
  const raises = view.hand.filter((card) => card > missing && card <= price(view) - me.bid_total);
  return raises.length ? { type: "bid", cards: [Math.min(...raises)] } : { type: "pass" };
}

function price(view) {
  return view.lot.value ? view.lot.value * PRICE_OF_A_POINT : PRICE_OF_ANYTHING_ELSE;
}

function leastLuxury(me) {
  const ids = me.claimed.filter((id) => /^luxury|^excursions$|^yacht-club$/.test(id));
  return ids[me.luxuries.indexOf(Math.min(...me.luxuries))];
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const view = JSON.parse(line);
    console.log(JSON.stringify({ seat: view.seat, ...choose(view) }));
  });
