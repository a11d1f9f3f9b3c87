"""The feed of a service key, as a stream."""

from support.streams import Stream


class FeedStream(Stream):
    """A stream of GET /v1/events; every entry is validated."""

    class _Of:
        """What a stream wants of a game."""
        path = "/v1"

        def __init__(self, token):
            self._token = token

        def token(self, _):
            return self._token

    def __init__(self, daemon, contract, token, after=None, last=None):
        super().__init__(daemon, contract, self._Of(token), after=after,
                         last=last)

    def event(self):
        frame = self._telling()
        assert frame.id == str(frame.data["id"]), frame.fields
        assert frame.type == frame.data["event"]["type"], frame.fields
        schemas = self.contract.document["components"]["schemas"]
        faults = self.contract.errors(schemas["FeedEntry"], frame.data)
        assert not faults, faults
        return frame.data


def feed(api, token, query="", headers=None):
    """One page of the list."""
    return api.get("/v1/events" + query, token, headers).ok()


def whole_feed(api, token, limit=100):
    """All entries, by the cursors of the pages."""
    items, path = [], f"/v1/events?limit={limit}"
    while True:
        page = api.get(path, token).ok()
        items += page["items"]
        if page["next"] is None:
            assert page["last"] == len(items)
            return items
        path = f"/v1/events?limit={limit}&cursor={page['next']}"
