"""A bot that answers 'ping' with 'pong' in Chat Generale, by the standard library alone.

BOT_URL=http://localhost:3000 BOT_TOKEN=covo_… python3 bot.py    (scopes: chat:read, chat:write)
"""
import json, os, time, uuid
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ROOM = os.environ.get("BOT_URL", "http://localhost:3000") + "/api/chat/generale/messages"
HEADERS = {"Authorization": "Bearer " + os.environ["BOT_TOKEN"], "Content-Type": "application/json"}
STATE = os.environ.get("BOT_STATE", "bot.state")


def ask(url, body=None):
    """Asks until the server answers: after a failure in a second, after too many requests when it says."""
    while True:
        try:
            with urlopen(Request(url, json.dumps(body).encode() if body else None, HEADERS), timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise SystemExit(f"{error.code} {error.read().decode()}")
            time.sleep(int(error.headers.get("Retry-After") or 1))
        except (URLError, OSError):
            time.sleep(1)


if os.path.exists(STATE):
    handled = int(open(STATE).read())
else:
    handled = max([m["sequence"] for m in ask(ROOM + "?limit=1")["messages"]], default=0)
    open(STATE, "w").write(str(handled))
while True:
    for message in ask(f"{ROOM}?after={handled}")["messages"]:
        handled = message["sequence"]
        if message.get("text") == "ping":  # The same id for the same ping: the server stores one answer to it.
            answer = {"clientId": str(uuid.uuid5(uuid.NAMESPACE_URL, f"pong {handled}")), "text": "pong", "replyTo": handled}
            ask(ROOM, answer)
        open(STATE, "w").write(str(handled))
    time.sleep(1)
