// Clients of boardgame.io, each in a match of its own: a move as soon as the
// state after the one before has come.
//
//     node bgio_load.js PORT CLIENTS WARM SECONDS
'use strict';

const {Client} = require('boardgame.io/client');
const {SocketIO} = require('boardgame.io/multiplayer');
const game = require('./one_move.js');

console.info = () => {};
const [port, clients, warm, seconds] = process.argv.slice(2).map(Number);
const times = [];
let counting = false;
let ready = 0;

// A match that nobody knows is made when somebody comes to it.
function play(number) {
  const client = Client({
    game,
    multiplayer: SocketIO({server: `http://127.0.0.1:${port}`}),
    matchID: `match-${number}`,
    playerID: '0',
    numPlayers: 1,
    debug: false,
  });
  let asked = 0;
  let count = -1;
  const step = () => {
    asked = performance.now();
    client.moves.add();
  };
  client.subscribe((state) => {
    if (!state || !state.G || state.G.count === count) return;
    if (count < 0 && ++ready === clients) setTimeout(measure, warm * 1000);
    if (count >= 0 && counting) times.push((performance.now() - asked) * 1000);
    count = state.G.count;
    setImmediate(step);
  });
  client.start();
}

// From when every client has had its first state.
function measure() {
  counting = true;
  const begun = performance.now();
  setTimeout(() => {
    const took = (performance.now() - begun) / 1000;
    times.sort((a, b) => a - b);
    const at = (share) => Math.round(times[Math.floor(
        (times.length - 1) * share)] || 0);
    console.log(`mode=boardgame.io connections=${clients} ` +
                `per_second=${(times.length / took).toFixed(1)} ` +
                `p50_us=${at(0.5)} p99_us=${at(0.99)} unanswered=0`);
    process.exit(0);
  }, seconds * 1000);
}

for (let i = 0; i < clients; i++) play(i);
