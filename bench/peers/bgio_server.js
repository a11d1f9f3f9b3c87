// boardgame.io's own server, in memory, with the game of one move. Prints
// "listening on PORT".
'use strict';

const {Server, Origins} = require('boardgame.io/server');
const game = require('./one_move.js');

const log = console.log;
console.log = () => {}; // it tells of every match
console.info = () => {};

const server = Server({games: [game], origins: [Origins.LOCALHOST]});
server.run(0).then(({appServer}) => {
  log(`listening on ${appServer.address().port}`);
});
