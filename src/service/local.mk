noinst_LIBRARIES += libhkservice.a
libhkservice_a_SOURCES = \
	src/service/arbiter.c src/service/arbiter.h \
	src/service/record_reasons.def \
	src/service/auth.c src/service/auth.h \
	src/service/blind.c src/service/blind.h \
	src/service/bots.c src/service/bots.h \
	src/service/chain.c src/service/chain.h \
	src/service/clock_moves.c src/service/clock_moves.h \
	src/service/clock_wheel.c src/service/clock_wheel.h \
	src/service/clocks.c src/service/clocks.h \
	src/service/counted.c src/service/counted.h \
	src/service/counting.c src/service/counting.h \
	src/service/dealer.c src/service/dealer.h \
	src/service/deals.c \
	src/service/draft.c src/service/draft.h \
	src/service/dry.c src/service/dry.h \
	src/service/event_json.c src/service/event_json.h \
	src/service/expiry.c src/service/expiry.h \
	src/service/fanout.c src/service/fanout.h \
	src/service/feed.c src/service/feed.h \
	src/service/fields.c src/service/fields.h \
	src/service/game.c src/service/game.h \
	src/service/handover.c src/service/handover.h \
	src/service/history.c src/service/history.h \
	src/service/internal.h \
	src/service/json_values.c src/service/json_values.h \
	src/service/ledger.c src/service/ledger.h \
	src/service/left.c src/service/left.h \
	src/service/look.c src/service/look.h \
	src/service/lobby.c src/service/lobby.h \
	src/service/lobby_reasons.def \
	src/service/metrics.c src/service/metrics.h \
	src/service/name_faults.def \
	src/service/names.c src/service/names.h \
	src/service/period.c src/service/period.h \
	src/service/note_faults.def \
	src/service/notes.c src/service/notes.h \
	src/service/notes_judge.c \
	src/service/notes_order.c \
	src/service/play.c \
	src/service/players.c src/service/players.h \
	src/service/presence.c src/service/presence.h \
	src/service/pulse.c src/service/pulse.h \
	src/service/ratings.c src/service/ratings.h \
	src/service/reckoning.c src/service/reckoning.h \
	src/service/recompute.c src/service/recompute.h \
	src/service/record.c src/service/record.h \
	src/service/record_fields.c src/service/record_fields.h \
	src/service/record_read.c \
	src/service/record_round.c src/service/record_round.h \
	src/service/recount.c \
	src/service/registry.c src/service/registry.h \
	src/service/rerating.c src/service/rerating.h \
	src/service/respell.c \
	src/service/result.c src/service/result.h \
	src/service/scorecard.c src/service/scorecard.h \
	src/service/seats.c \
	src/service/service.c src/service/service.h \
	src/service/snapshot.c \
	src/service/table.c src/service/table.h \
	src/service/tally.c src/service/tally.h \
	src/service/tickets.c src/service/tickets.h \
	src/service/undo.c src/service/undo.h \
	src/service/uuid.c src/service/uuid.h \
	src/service/verify.c src/service/verify.h \
	src/service/verify_boards.c src/service/verify_boards.h \
	src/service/verify_revisions.c src/service/verify_revisions.h \
	src/service/write.c src/service/write.h
