// The least of a game: one move, which the server alone makes, so that a client
// knows that it was made when the new state comes.
'use strict';

module.exports = {
  name: 'one-move',
  setup: () => ({count: 0}),
  moves: {
    add: {move: ({G}) => { G.count += 1; }, client: false},
  },
};
