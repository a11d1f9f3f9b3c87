/* The schema's steps, forward only, embedded from sql/ when built. */
#ifndef HK_STORE_MIGRATE_H
#define HK_STORE_MIGRATE_H

/* One file of sql/: NNNN-name.sql brings the schema to version NNNN. */
struct hk_migration {
    int version;
    const char *name;
    const char *sql;
};

/* In order; ends with {0}. */
extern const struct hk_migration hk_migrations[];

#endif
