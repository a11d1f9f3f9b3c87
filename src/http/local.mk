noinst_LIBRARIES += libhkhttp.a
libhkhttp_a_SOURCES = \
	src/http/answers.c src/http/answers.h \
	src/http/catalogue.c src/http/catalogue.h \
	src/http/checks.c \
	src/http/checks.h \
	src/http/client_address.c src/http/client_address.h \
	src/http/columns.c \
	src/http/columns.h \
	src/http/cors.c src/http/cors.h \
	src/http/counts.c src/http/counts.h \
	src/http/cursor.c \
	src/http/cursor.h \
	src/http/door.c src/http/door.h \
	src/http/faults.c src/http/faults.def src/http/faults.h \
	src/http/feed_json.c src/http/feed_json.h \
	src/http/game_read.c \
	src/http/game_read.h \
	src/http/guard.c \
	src/http/guard.h \
	src/http/head.c \
	src/http/head.h \
	src/http/headers.c \
	src/http/headers.h \
	src/http/idempotency.c \
	src/http/idempotency.h \
	src/http/json_figures.c \
	src/http/json_figures.h \
	src/http/json_happened.c \
	src/http/json_happened.h \
	src/http/json_memory.c \
	src/http/json_memory.h \
	src/http/json_read.c \
	src/http/json_read.h \
	src/http/json_round.c \
	src/http/json_round.h \
	src/http/json_view.c \
	src/http/json_view.h \
	src/http/language.c src/http/language.h src/http/languages.def \
	src/http/list_games.c \
	src/http/list_games.h \
	src/http/loop.c src/http/loop.h \
	src/http/metrics.def \
	src/http/metrics_text.c src/http/metrics_text.h \
	src/http/moves_read.c \
	src/http/moves_read.h \
	src/http/news.c src/http/news.h \
	src/http/period_read.c src/http/period_read.h \
	src/http/policy.c src/http/policy.h \
	src/http/problem.c \
	src/http/problem.h \
	src/http/query.c \
	src/http/query.h \
	src/http/record_chain.c src/http/record_chain.h \
	src/http/record_read.c src/http/record_read.h \
	src/http/rates.c src/http/rates.h \
	src/http/res_records.c \
	src/http/reaper.c \
	src/http/reaper.h \
	src/http/reply.c \
	src/http/reply.h \
	src/http/request_log.c src/http/request_log.h \
	src/http/request.c \
	src/http/request.h \
	src/http/res_checks.c \
	src/http/res_events.c \
	src/http/res_feed.c \
	src/http/res_games.c \
	src/http/res_leaderboards.c \
	src/http/res_legal.c \
	src/http/res_metrics.c \
	src/http/res_moves.c \
	src/http/res_players.c \
	src/http/res_problems.c \
	src/http/res_rounds.c \
	src/http/res_scorecard.c \
	src/http/res_seats.c \
	src/http/res_scores.c \
	src/http/res_service.c \
	src/http/res_tickets.c \
	src/http/res_undo.c \
	src/http/res_variants.c \
	src/http/resolve.c \
	src/http/resolve.h \
	src/http/resources.h \
	src/http/router.c \
	src/http/router.h \
	src/http/routes.def \
	src/http/server.c \
	src/http/server.h \
	src/http/sheet.c \
	src/http/sheet.h \
	src/http/sheet_csv.c \
	src/http/sheet_html.c \
	src/http/sheet_json.c \
	src/http/sheet_parts.c \
	src/http/sheet_parts.h \
	src/http/sheet_text.c \
	src/http/stats.c src/http/stats.h \
	src/http/stream.c src/http/stream.h \
	src/http/stream_page.c src/http/stream_page.h \
	src/http/streams.c src/http/streams.h \
	src/http/target.c \
	src/http/target.h \
	src/http/texts.def src/http/texts.h \
	src/http/timers.c src/http/timers.h \
	src/http/told_read.c \
	src/http/trace.c src/http/trace.h \
	src/http/told_read.h \
	src/http/words.def
