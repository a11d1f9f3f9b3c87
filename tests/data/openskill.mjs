// Makes known answers for the ratings: random games rated by the npm package
// openskill with its defaults, a line each. tests/unit/test_service_ratings.c
// reads them.
//
//     npm install openskill@5.0.1
//     node openskill.mjs GAMES SEED > openskill.txt
//
// A line is "PLACE PLAYERS ... : MU SIGMA ...", the figures those of all its
// players after the game, in their order; PLAYERS is one number, or two with
// a comma. Every player begins with 25 and 25/3, and goes on with the figures
// last written (12 decimals), so that each line can be checked by itself.
import { createRequire } from 'node:module'

const { rate, rating } = createRequire(process.cwd() + '/')('openskill')
const [games, seed] = process.argv.slice(2).map(Number)
const PLAYERS = 40

// A small generator (mulberry32): the same games for a seed everywhere.
let state = seed
const random = (below) => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
}

const ratings = Array.from({ length: PLAYERS }, () => rating())

// Players of low numbers win more often, so that ratings drift apart; and one
// in three games is full of ties.
const place = (team, few) =>
  random(few ? 2 : 5) + (few ? 0 : Math.floor(Math.min(...team) / 8))

for (let game = 0; game < games; game++) {
  const pairs = random(4) === 0
  const seats = pairs ? 4 : 2 + random(4)
  const chosen = []
  while (chosen.length < seats) {
    const player = random(PLAYERS)
    if (!chosen.includes(player)) chosen.push(player)
  }
  const teams = pairs
    ? [[chosen[0], chosen[2]], [chosen[1], chosen[3]]]
    : chosen.map((player) => [player])
  const few = random(3) === 0
  const rank = teams.map((team) => place(team, few))
  const after = rate(teams.map((team) => team.map((p) => ratings[p])), { rank })
  const figures = []
  teams.forEach((team, t) => team.forEach((p, m) => {
    const { mu, sigma } = after[t][m]
    figures.push(mu.toFixed(12), sigma.toFixed(12))
    ratings[p] = { mu: Number(mu.toFixed(12)), sigma: Number(sigma.toFixed(12)) }
  }))
  const names = teams.map((team, t) => `${rank[t]} ${team.join(',')}`)
  console.log(`${names.join(' ')} : ${figures.join(' ')}`)
}
