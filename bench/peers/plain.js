// A plain server that referees nothing: each POST stores one event in SQLite,
// synchronous=FULL, in the order of its keys, and answers 300 bytes.
//
//     node plain.js each|tick FILE
//
// each: one transaction a POST. tick: one for all that has come in one turn of
// the event loop. Prints "listening on PORT".
'use strict';

const http = require('node:http');
const Database = require('better-sqlite3');

const [way, file] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE events (game INTEGER, seq INTEGER, data TEXT, ' +
        'PRIMARY KEY (game, seq)) WITHOUT ROWID');
const insert = db.prepare('INSERT INTO events VALUES (1, ?, ?)');
const padding = ' '.repeat(130);
const answer = JSON.stringify({ok: true, game: 'x'.repeat(278)});

let seq = 0;
let waiting = [];

function reply(response) {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': answer.length,
  });
  response.end(answer);
}

const storeAll = db.transaction((posts) => {
  for (const post of posts) insert.run(++seq, post.data);
});

function storeTick() {
  const posts = waiting;
  waiting = [];
  storeAll(posts);
  for (const post of posts) reply(post.response);
}

function take(move, response) {
  const data = JSON.stringify(move) + padding;
  if (way === 'each') {
    insert.run(++seq, data);
    reply(response);
    return;
  }
  if (waiting.length === 0) setImmediate(storeTick);
  waiting.push({data, response});
}

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => { body += piece; });
  request.on('end', () => take(JSON.parse(body), response));
});
server.listen(0, '127.0.0.1', 1024, () => {
  console.log(`listening on ${server.address().port}`);
});
