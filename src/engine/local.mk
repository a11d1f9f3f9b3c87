noinst_LIBRARIES += libhkengine.a
libhkengine_a_SOURCES = \
	src/engine/apply.c src/engine/apply.h \
	src/engine/bot.c src/engine/bot.h \
	src/engine/bot_keep.c \
	src/engine/bot_play.c \
	src/engine/bot_plan.h \
	src/engine/bot_table.c \
	src/engine/card.c src/engine/card.h \
	src/engine/cardset.c src/engine/cardset.h \
	src/engine/claim.c src/engine/claim.h \
	src/engine/deal.c src/engine/deal.h \
	src/engine/duty.c src/engine/duty.h \
	src/engine/event.c src/engine/event.h \
	src/engine/fault.c \
	src/engine/hand.c src/engine/hand.h \
	src/engine/judging.c src/engine/judging.h \
	src/engine/legal.c src/engine/legal.h \
	src/engine/legal_contracts.c src/engine/legal_list.h \
	src/engine/legal_melds.c \
	src/engine/may_i.c src/engine/may_i.h \
	src/engine/meld.c src/engine/meld.h src/engine/meld_reasons.def \
	src/engine/meld_fit.c \
	src/engine/move.c src/engine/move.h \
	src/engine/notation.c src/engine/notation.h \
	src/engine/options.def \
	src/engine/plan.h \
	src/engine/require.h \
	src/engine/round.c src/engine/round.h \
	src/engine/rules.c src/engine/rules.def src/engine/rules.h \
	src/engine/impossible.def \
	src/engine/past.c src/engine/past.h \
	src/engine/undo_bars.def \
	src/engine/scorecard.c src/engine/scorecard.h \
	src/engine/scorecard_bounds.c src/engine/scorecard_bounds.h \
	src/engine/scoring.c src/engine/scoring.h \
	src/engine/solver.c src/engine/solver.h \
	src/engine/solver_build.c \
	src/engine/solver_contract.c \
	src/engine/solver_lane.c \
	src/engine/solver_limits.c \
	src/engine/solver_relax.c \
	src/engine/solver_search.c src/engine/solver_search.h \
	src/engine/solver_setup.c \
	src/engine/solver_step.c \
	src/engine/state.c src/engine/state.h \
	src/engine/sums.c src/engine/sums.h \
	src/engine/turn.c src/engine/turn.h \
	src/engine/view.c src/engine/view.h
