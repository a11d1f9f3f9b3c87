/* What is made of players' names, made anew where the tables are others. */
#include <string.h>

#include "service/internal.h"
#include "store/players.h"

enum { PAGE = 64 };

/* A name that is now one with another's, which was known first to the new
 * tables, keeps its old fold: its games stay its own. */
static enum hk_error new_fold(struct hk_tx *tx,
                              const struct hk_player_row *player,
                              char ret_folded[HK_FOLDED_NAME_SIZE])
{
    char folded[HK_FOLDED_NAME_SIZE];
    struct hk_player_row other;

    memcpy(ret_folded, player->folded, sizeof player->folded);
    if (!hk_name_fold(player->name, strlen(player->name), folded))
        return HK_OK;
    enum hk_error error = hk_tx_find_player(tx, folded, &other);
    if (error && error != HK_E_NOT_FOUND)
        return error;
    if (error == HK_E_NOT_FOUND || other.id == player->id)
        memcpy(ret_folded, folded, sizeof folded);
    return HK_OK;
}

static enum hk_error respell(struct hk_tx *tx,
                             const struct hk_player_row *player)
{
    char folded[HK_FOLDED_NAME_SIZE];
    char skeleton[HK_SKELETON_SIZE];
    enum hk_error error = new_fold(tx, player, folded);

    if (!error && player->reserved)
        error = hk_name_skeleton(folded, skeleton);
    if (error)
        return error;
    return hk_tx_respell_player(tx, player->id, folded,
                                player->reserved ? skeleton : NULL);
}

static enum hk_error respell_all(struct hk_tx *tx, void *cls)
{
    struct hk_player_row players[PAGE];
    int64_t after = 0;
    size_t count;

    do {
        enum hk_error error = hk_tx_players(tx, after, PAGE, players, &count);

        for (size_t i = 0; i < count && !error; i++) {
            error = respell(tx, &players[i]);
            after = players[i].id;
        }
        if (error)
            return error;
    } while (count == PAGE);
    return hk_tx_set_name_tables(tx, cls);
}

enum hk_error hk_names_respell(struct hk_store *store)
{
    char kept[HK_NAME_TABLES_SIZE];
    char tables[HK_NAME_TABLES_SIZE];
    enum hk_error error = hk_store_name_tables(store, kept, sizeof kept);

    hk_name_tables(tables);
    if (error || strcmp(kept, tables) == 0)
        return error;
    return hk_store_write(store, respell_all, tables);
}
