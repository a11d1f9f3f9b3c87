# Unit tests: one program for each file, one line here for each. The program
# tests/unit/test_x is made from tests/unit/test_x.c and the kits.

BASE_TESTS = \
	tests/unit/test_base_buckets \
	tests/unit/test_base_chain \
	tests/unit/test_base_clock \
	tests/unit/test_base_error \
	tests/unit/test_base_ip \
	tests/unit/test_base_log \
	tests/unit/test_base_metrics \
	tests/unit/test_base_rng \
	tests/unit/test_base_sha256 \
	tests/unit/test_base_shuffle \
	tests/unit/test_base_strbuf

ENGINE_TESTS = \
	tests/unit/test_bot \
	tests/unit/test_card \
	tests/unit/test_cardset \
	tests/unit/test_cases \
	tests/unit/test_contract \
	tests/unit/test_duty \
	tests/unit/test_going_out \
	tests/unit/test_hand \
	tests/unit/test_lay_off \
	tests/unit/test_legal \
	tests/unit/test_legal_games \
	tests/unit/test_may_i \
	tests/unit/test_meld \
	tests/unit/test_meld_brute \
	tests/unit/test_meld_may_i \
	tests/unit/test_notation \
	tests/unit/test_past \
	tests/unit/test_playout \
	tests/unit/test_question \
	tests/unit/test_round \
	tests/unit/test_rules \
	tests/unit/test_scorecard \
	tests/unit/test_scorecard_bounds \
	tests/unit/test_scorecard_cases \
	tests/unit/test_scoring \
	tests/unit/test_self_play \
	tests/unit/test_solver \
	tests/unit/test_state \
	tests/unit/test_turn \
	tests/unit/test_view

STORE_TESTS = \
	tests/unit/test_store_around \
	tests/unit/test_store_backup \
	tests/unit/test_store_boards \
	tests/unit/test_store_disk \
	tests/unit/test_store_docs \
	tests/unit/test_store_games \
	tests/unit/test_store_keys \
	tests/unit/test_store_migrate \
	tests/unit/test_store_open \
	tests/unit/test_store_plans \
	tests/unit/test_store_recent \
	tests/unit/test_store_rounds \
	tests/unit/test_store_settle \
	tests/unit/test_store_spool \
	tests/unit/test_store_tails \
	tests/unit/test_store_threads \
	tests/unit/test_store_writer

SERVICE_TESTS = \
	tests/unit/test_service_auth \
	tests/unit/test_service_blind \
	tests/unit/test_service_boards \
	tests/unit/test_service_bots \
	tests/unit/test_service_clock \
	tests/unit/test_service_clock_moves \
	tests/unit/test_service_clock_record \
	tests/unit/test_service_clock_wheel \
	tests/unit/test_service_clocks \
	tests/unit/test_service_counting \
	tests/unit/test_service_dealer \
	tests/unit/test_service_dry \
	tests/unit/test_service_events \
	tests/unit/test_service_fanout \
	tests/unit/test_service_feed \
	tests/unit/test_service_faults \
	tests/unit/test_service_handover \
	tests/unit/test_service_lobby \
	tests/unit/test_service_names \
	tests/unit/test_service_period \
	tests/unit/test_service_play \
	tests/unit/test_service_presence \
	tests/unit/test_service_ratings \
	tests/unit/test_service_receipts \
	tests/unit/test_service_recompute \
	tests/unit/test_service_record \
	tests/unit/test_service_registry \
	tests/unit/test_service_restart \
	tests/unit/test_service_result \
	tests/unit/test_service_scorecard \
	tests/unit/test_service_scorecard_log \
	tests/unit/test_service_tickets \
	tests/unit/test_service_undo \
	tests/unit/test_service_verify \
	tests/unit/test_service_verify_memory \
	tests/unit/test_service_writes

HTTP_UNIT_TESTS = \
	tests/unit/test_http_catalogue \
	tests/unit/test_http_client \
	tests/unit/test_http_columns \
	tests/unit/test_http_cors \
	tests/unit/test_http_events \
	tests/unit/test_http_headers \
	tests/unit/test_http_json \
	tests/unit/test_http_language \
	tests/unit/test_http_memory \
	tests/unit/test_http_moves \
	tests/unit/test_http_reaper \
	tests/unit/test_http_policy \
	tests/unit/test_http_rates \
	tests/unit/test_http_records \
	tests/unit/test_http_reply \
	tests/unit/test_http_request \
	tests/unit/test_http_target \
	tests/unit/test_http_timers

MAIN_TESTS = \
	tests/unit/test_at_work \
	tests/unit/test_config_file \
	tests/unit/test_listen \
	tests/unit/test_option_rows \
	tests/unit/test_options

UNIT_TESTS = $(BASE_TESTS) $(ENGINE_TESTS) $(STORE_TESTS) $(SERVICE_TESTS) \
	$(HTTP_UNIT_TESTS) $(MAIN_TESTS)

# What more than one thread touches, and of that what takes long and is done by
# one thread all the same.
THREAD_TESTS = $(HTTP_TESTS) $(SERVICE_TESTS) $(STORE_TESTS) \
	tests/unit/test_base_log
ONE_THREAD_TESTS = \
	tests/unit/test_service_clock_moves \
	tests/unit/test_service_counting \
	tests/unit/test_service_events \
	tests/unit/test_service_recompute \
	tests/unit/test_service_restart \
	tests/unit/test_service_verify \
	tests/unit/test_service_verify_memory \
	tests/unit/test_store_around \
	tests/unit/test_store_boards \
	tests/unit/test_store_recent \
	tests/unit/test_store_rounds \
	tests/unit/test_store_tails

# What the tests of a layer share: each kit a library, since each names its
# helpers for itself.
libhkkitcase_a_SOURCES = \
	tests/unit/case_kit.c tests/unit/case_kit.h
libhkkitclock_a_SOURCES = \
	tests/unit/clock_kit.c tests/unit/clock_kit.h
libhkkitengine_a_SOURCES = \
	tests/unit/fewer.h \
	tests/unit/engine_kit.c tests/unit/engine_kit.h \
	tests/unit/engine_rows.h tests/unit/told.h
libhkkitfaults_a_SOURCES = \
	tests/unit/faulty_disk.c tests/unit/faulty_disk.h
libhkkitplayer_a_SOURCES = \
	tests/unit/engine_player.c tests/unit/engine_player.h
libhkkitservice_a_SOURCES = \
	tests/unit/service_kit.c tests/unit/service_kit.h \
	tests/unit/settle_sql.h
libhkkitsolver_a_SOURCES = \
	tests/unit/solver_brute.c tests/unit/solver_brute.h \
	tests/unit/solver_large.c
libhkkitstore_a_SOURCES = \
	tests/unit/board_kit.c tests/unit/board_kit.h \
	tests/unit/store_kit.c tests/unit/store_kit.h \
	tests/unit/tail_kit.c tests/unit/tail_kit.h

EXTRA_DIST += tests/unit/g9_reference.py \
	tests/data/openskill.mjs tests/data/openskill.txt

if HAVE_CHECK
check_LIBRARIES += libhkkitcase.a libhkkitclock.a libhkkitengine.a libhkkitfaults.a \
	libhkkitplayer.a libhkkitservice.a libhkkitsolver.a libhkkitstore.a
check_PROGRAMS += $(UNIT_TESTS)
endif
TESTS += $(UNIT_TESTS)

# For every test program that does not say its own: those of the engine need
# nothing above it.
LDADD = libhkkitengine.a libhkkitplayer.a libhkengine.a libhkbase.a \
	$(SODIUM_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)

CASE_LDADD = libhkkitcase.a $(LDADD) $(JANSSON_LIBS)
tests_unit_test_cases_LDADD = $(CASE_LDADD)
tests_unit_test_scorecard_cases_LDADD = $(CASE_LDADD)

tests_unit_test_self_play_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/bench
tests_unit_test_self_play_LDADD = libhkrandom.a $(LDADD)
SOLVER_LDADD = libhkkitsolver.a $(LDADD)
tests_unit_test_contract_LDADD = $(SOLVER_LDADD)
tests_unit_test_solver_LDADD = $(SOLVER_LDADD)

# The English that the translations are of, to hold them to it.
nodist_tests_unit_test_http_catalogue_SOURCES = \
	tests/unit/sources_ar.c tests/unit/sources_ru.c
tests_unit_test_http_catalogue_SOURCES = tests/unit/test_http_catalogue.c

# Allocations of all that is linked in can be made to fail.
tests_unit_test_http_memory_LDADD = libhkkitservice.a $(HTTP_LDADD)
tests_unit_test_http_memory_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup

HTTP_LDADD = libhkkitengine.a libhkkitplayer.a $(HK_LIBS) $(CHECK_LIBS)
tests_unit_test_http_catalogue_LDADD = $(HTTP_LDADD)
tests_unit_test_http_client_LDADD = $(HTTP_LDADD)
tests_unit_test_http_columns_LDADD = $(HTTP_LDADD)
tests_unit_test_http_cors_LDADD = $(HTTP_LDADD)
tests_unit_test_http_events_LDADD = $(HTTP_LDADD)
tests_unit_test_http_headers_LDADD = $(HTTP_LDADD)
tests_unit_test_http_json_LDADD = $(HTTP_LDADD)
tests_unit_test_http_language_LDADD = $(HTTP_LDADD)
tests_unit_test_http_moves_LDADD = $(HTTP_LDADD)
tests_unit_test_http_reaper_LDADD = $(HTTP_LDADD)
tests_unit_test_http_policy_LDADD = $(HTTP_LDADD)
tests_unit_test_http_rates_LDADD = $(HTTP_LDADD)
tests_unit_test_http_records_LDADD = $(HTTP_LDADD)
tests_unit_test_http_reply_LDADD = $(HTTP_LDADD)
tests_unit_test_http_request_LDADD = $(HTTP_LDADD)
tests_unit_test_http_target_LDADD = $(HTTP_LDADD)
tests_unit_test_http_timers_LDADD = $(HTTP_LDADD)

MAIN_LDADD = libhkmain.a $(HK_LIBS) $(CHECK_LIBS)
tests_unit_test_at_work_LDADD = $(MAIN_LDADD)
tests_unit_test_config_file_LDADD = $(MAIN_LDADD)
tests_unit_test_listen_LDADD = $(MAIN_LDADD)
tests_unit_test_option_rows_LDADD = $(MAIN_LDADD)
tests_unit_test_options_LDADD = $(MAIN_LDADD)

STORE_LDADD = libhkkitstore.a $(HK_LIBS) $(CHECK_LIBS)
tests_unit_test_store_around_LDADD = $(STORE_LDADD)
tests_unit_test_store_backup_LDADD = libhkkitfaults.a $(STORE_LDADD)
tests_unit_test_store_boards_LDADD = $(STORE_LDADD)
tests_unit_test_store_disk_LDADD = $(STORE_LDADD)
tests_unit_test_store_docs_LDADD = $(STORE_LDADD)
tests_unit_test_store_games_LDADD = $(STORE_LDADD)
tests_unit_test_store_keys_LDADD = $(STORE_LDADD)
tests_unit_test_store_migrate_LDADD = $(STORE_LDADD)
tests_unit_test_store_open_LDADD = $(STORE_LDADD)
tests_unit_test_store_plans_LDADD = $(STORE_LDADD)
tests_unit_test_store_recent_LDADD = $(STORE_LDADD)
tests_unit_test_store_rounds_LDADD = $(STORE_LDADD)
tests_unit_test_store_settle_LDADD = libhkkitfaults.a $(STORE_LDADD)
tests_unit_test_store_spool_LDADD = $(STORE_LDADD)
tests_unit_test_store_tails_LDADD = $(STORE_LDADD)
tests_unit_test_store_threads_LDADD = $(STORE_LDADD)
tests_unit_test_store_writer_LDADD = $(STORE_LDADD)

SERVICE_LDADD = libhkkitservice.a libhkkitplayer.a $(HK_LIBS) $(CHECK_LIBS)
tests_unit_test_service_auth_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_blind_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_boards_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_bots_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_clock_LDADD = libhkkitclock.a $(SERVICE_LDADD)
tests_unit_test_service_clock_record_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_clock_wheel_LDADD = libhkkitclock.a $(SERVICE_LDADD)
tests_unit_test_service_clock_moves_LDADD = $(HTTP_LDADD)
tests_unit_test_service_clocks_LDADD = $(HTTP_LDADD)
tests_unit_test_service_counting_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_dealer_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_dry_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_events_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_fanout_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_feed_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_faults_LDADD = libhkkitfaults.a $(SERVICE_LDADD)
tests_unit_test_service_handover_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_lobby_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_names_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_period_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_play_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_presence_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_ratings_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_receipts_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_recompute_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_record_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_registry_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_restart_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_result_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_scorecard_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_scorecard_log_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_tickets_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_undo_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_verify_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_verify_memory_LDADD = $(SERVICE_LDADD)
tests_unit_test_service_verify_memory_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
tests_unit_test_service_writes_LDADD = $(SERVICE_LDADD)
