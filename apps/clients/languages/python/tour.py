"""The tour of src/tour.ts with the client of openapi-python-client."""

import json
import os
import re
import sys
import time
from urllib.parse import parse_qs, urlsplit

from generated.petstore.api.categories import delete_category, get_category
from generated.petstore.api.history import list_history
from generated.petstore.api.notes import create_note
from generated.petstore.api.orders import create_order
from generated.petstore.api.photos import create_photo
from generated.petstore.api.pets import (
    create_pet,
    delete_pet,
    delete_pet_by_external_id,
    get_pet,
    list_pets,
    put_pets_by_external_id,
    update_pet,
)
from generated.petstore.client import AuthenticatedClient
from generated.petstore.models import (
    Error,
    ExpandedPet,
    NewNote,
    NewOrderOfCustomer,
    NewPet,
    Pet,
    PetChange,
    PetStatus,
    PetUpsert,
)
from generated.petstore.types import UNSET, File

NAME = "Zoë 🐈"
NOTE_ID = "V-2031"
BASE_URL = os.environ["PETSTORE_URL"]
CATEGORY_ID = int(os.environ["PETSTORE_CATEGORY"])
CLIENT = AuthenticatedClient(BASE_URL, os.environ["PETSTORE_KEY"])


def report(step: str, saw: str) -> None:
    print(f"{step}: {saw}", flush=True)


def seen(response) -> str:
    parsed = response.parsed
    if isinstance(parsed, (Pet, ExpandedPet)):
        return f"{response.status_code} {parsed.name} {parsed.status.value}"
    if isinstance(parsed, Error):
        return f"{response.status_code} {parsed.code}"
    return str(response.status_code.value)


def seen_refusal(response) -> str:
    # `parsed` is None if the document does not list the status.
    error = response.parsed or Error.from_dict(json.loads(response.content))
    return f"{response.status_code} {error.code}: {error.message}"


def next_cursor(headers):
    link = re.search(r'<([^>]*)>; rel="next"', headers.get("link", ""))
    return parse_qs(urlsplit(link[1]).query)["cursor"][0] if link else None


def list_one(client=CLIENT):
    return list_pets.sync_detailed(client=client, limit=1)


sys.stdout.reconfigure(encoding="utf-8")

limited = list_one()
while limited.status_code == 200:
    limited = list_one()
time.sleep(int(limited.headers["retry-after"]))
report("rate limit", f"{seen(limited)}, then {list_one().status_code.value}")

created = create_pet.sync_detailed(client=CLIENT, body=NewPet(name=NAME, category_id=CATEGORY_ID))
pet, etag = created.parsed, created.headers["etag"]
report("create", seen(created))

pages = []
cursor = UNSET
while cursor is not None:
    page = list_pets.sync_detailed(client=CLIENT, category_id=CATEGORY_ID, limit=100, cursor=cursor)
    pages.append([pet.id for pet in page.parsed])
    cursor = next_cursor(page.headers)
ids = {id for page in pages for id in page}
report("pages", f"{' + '.join(str(len(page)) for page in pages)} pets, {len(ids)} different ids")

report("get", seen(get_pet.sync_detailed(pet.id, client=CLIENT)))
with open(os.environ["PETSTORE_PHOTO"], "rb") as image:
    sent = create_photo.sync_detailed(pet.id, client=CLIENT, body=File(payload=image))
report("photo", f"{sent.status_code} {sent.parsed.width} x {sent.parsed.height} pixels")

def write_note():
    response = create_note.sync_detailed(pet.id, client=CLIENT, body=NewNote(text="Bites.", external_id=NOTE_ID))
    return f"{response.status_code} {response.parsed.external_id}"


report("note", f"{write_note()}, then {write_note()}")

EXTERNAL_IDS = [f"{CATEGORY_ID}-1", f"{CATEGORY_ID}-2"]
# The last two rows have the same external id, so both are refused.
rows = [PetUpsert(external_id=id, name="Rex", category_id=CATEGORY_ID) for id in EXTERNAL_IDS + EXTERNAL_IDS[1:]]
put = put_pets_by_external_id.sync(client=CLIENT, body=rows)
again = put_pets_by_external_id.sync(client=CLIENT, body=rows[:1])
report("rows", f"{put.created} created, {put.refused} refused, then {again.unchanged} unchanged")
found = list_pets.sync(client=CLIENT, external_id=EXTERNAL_IDS)
removed = delete_pet_by_external_id.sync_detailed(EXTERNAL_IDS[0], client=CLIENT)
report("external ids", f"{len(found)} pets, then {removed.status_code.value}")

change = PetChange(status=PetStatus.SOLD)
report("update", seen(update_pet.sync_detailed(pet.id, client=CLIENT, body=change, if_match=etag)))
change = PetChange(name="Zoe")
report("stale If-Match", seen(update_pet.sync_detailed(pet.id, client=CLIENT, body=change, if_match=etag)))
report("conflict", seen(create_order.sync_detailed(client=CLIENT, body=NewOrderOfCustomer(pet_id=pet.id))))
report("wrong key", seen(list_one(AuthenticatedClient(BASE_URL, "pets_live_wrong"))))

category = get_category.sync_detailed(CATEGORY_ID, client=CLIENT)
report("added field", f"{category.status_code} {category.parsed.pet_count} pets")
events = list_history.sync_detailed(client=CLIENT, subject=f"pet:{pet.id}").parsed
report("added value", f"{len(events)} events, {events[0].action} by {events[0].actor.kind}")
report("added code", seen_refusal(delete_category.sync_detailed(CATEGORY_ID, client=CLIENT)))
report("added status", seen_refusal(delete_pet.sync_detailed(pet.id, client=CLIENT)))
