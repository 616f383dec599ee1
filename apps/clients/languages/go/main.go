// The tour of src/tour.ts with the client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"petstore.example/tour/generated/petstore"
)

const (
	name   = "Zoë 🐈"
	noteID = "V-2031"
)

var (
	ctx        = context.Background()
	baseURL    = os.Getenv("PETSTORE_URL")
	category   = must(strconv.ParseInt(os.Getenv("PETSTORE_CATEGORY"), 10, 64))
	client     = connect(os.Getenv("PETSTORE_KEY"))
	nextTarget = regexp.MustCompile(`<([^>]*)>; rel="next"`)
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func connect(key string) *petstore.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	return must(petstore.NewClientWithResponses(baseURL, petstore.WithRequestEditorFn(authorize)))
}

func report(step, saw string) { fmt.Printf("%s: %s\n", step, saw) }

func seenPet(status int, name string, petStatus petstore.PetStatus) string {
	return fmt.Sprintf("%d %s %s", status, name, petStatus)
}

func readError(body []byte) petstore.Error {
	var refusal petstore.Error
	must(0, json.Unmarshal(body, &refusal))
	return refusal
}

func seenError(status int, body []byte) string {
	return fmt.Sprintf("%d %s", status, readError(body).Code)
}

func seenMessage(status int, body []byte) string {
	return fmt.Sprintf("%s: %s", seenError(status, body), readError(body).Message)
}

func listOne(by *petstore.ClientWithResponses) *petstore.ListPetsResponse {
	limit := 1
	return must(by.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Limit: &limit}))
}

func nextCursor(header http.Header) *string {
	found := nextTarget.FindStringSubmatch(header.Get("Link"))
	if found == nil {
		return nil
	}
	cursor := must(url.Parse(found[1])).Query().Get("cursor")
	return &cursor
}

func exceedRateLimit() {
	limited := listOne(client)
	for limited.StatusCode() == 200 {
		limited = listOne(client)
	}
	seconds := must(strconv.Atoi(limited.HTTPResponse.Header.Get("Retry-After")))
	time.Sleep(time.Duration(seconds) * time.Second)
	report("rate limit", fmt.Sprintf("%s, then %d", seenError(limited.StatusCode(), limited.Body), listOne(client).StatusCode()))
}

func readPages() {
	limit := 100
	ids := map[int64]bool{}
	lengths := []string{}
	params := petstore.ListPetsParams{CategoryId: &category, Limit: &limit}
	for {
		page := must(client.ListPetsWithResponse(ctx, &params))
		lengths = append(lengths, strconv.Itoa(len(*page.JSON200)))
		for _, pet := range *page.JSON200 {
			ids[pet.Id] = true
		}
		if params.Cursor = nextCursor(page.HTTPResponse.Header); params.Cursor == nil {
			break
		}
	}
	report("pages", fmt.Sprintf("%s pets, %d different ids", strings.Join(lengths, " + "), len(ids)))
}

func main() {
	exceedRateLimit()

	created := must(client.CreatePetWithResponse(ctx, nil, petstore.NewPet{Name: name, CategoryId: category}))
	pet, etag := created.JSON201, created.HTTPResponse.Header.Get("ETag")
	report("create", seenPet(created.StatusCode(), pet.Name, pet.Status))

	readPages()

	got := must(client.GetPetWithResponse(ctx, pet.Id, nil))
	report("get", seenPet(got.StatusCode(), got.JSON200.Name, got.JSON200.Status))

	image := must(os.Open(os.Getenv("PETSTORE_PHOTO")))
	sent := must(client.CreatePhotoWithBodyWithResponse(ctx, pet.Id, nil, "application/octet-stream", image))
	report("photo", fmt.Sprintf("%d %d x %d pixels", sent.StatusCode(), sent.JSON201.Width, sent.JSON201.Height))

	writeNote := func() string {
		externalId := noteID
		response := must(client.CreateNoteWithResponse(ctx, pet.Id, nil, petstore.NewNote{Text: "Bites.", ExternalId: &externalId}))
		note := response.JSON201
		if note == nil {
			note = response.JSON200
		}
		return fmt.Sprintf("%d %s", response.StatusCode(), *note.ExternalId)
	}
	report("note", fmt.Sprintf("%s, then %s", writeNote(), writeNote()))

	externalIDs := []string{fmt.Sprintf("%d-1", category), fmt.Sprintf("%d-2", category)}
	rows := []petstore.PetUpsert{}
	// The last two rows have the same external id, so both are refused.
	for _, id := range append(externalIDs, externalIDs[1]) {
		rows = append(rows, petstore.PetUpsert{ExternalId: id, Name: "Rex", CategoryId: category})
	}
	put := func(rows []petstore.PetUpsert) *petstore.PetUpsertResult {
		return must(client.PutPetsByExternalIdWithResponse(ctx, nil, rows)).JSON200
	}
	first, again := put(rows), put(rows[:1])
	report("rows", fmt.Sprintf("%d created, %d refused, then %d unchanged", first.Created, first.Refused, again.Unchanged))

	found := must(client.ListPetsWithResponse(ctx, &petstore.ListPetsParams{ExternalId: &externalIDs}))
	removed := must(client.DeletePetByExternalIdWithResponse(ctx, externalIDs[0], nil))
	report("external ids", fmt.Sprintf("%d pets, then %d", len(*found.JSON200), removed.StatusCode()))

	sold, short := petstore.PetStatusSold, "Zoe"
	ifMatch := petstore.UpdatePetParams{IfMatch: &etag}
	updated := must(client.UpdatePetWithResponse(ctx, pet.Id, &ifMatch, petstore.PetChange{Status: &sold}))
	report("update", seenPet(updated.StatusCode(), updated.JSON200.Name, updated.JSON200.Status))

	stale := must(client.UpdatePetWithResponse(ctx, pet.Id, &ifMatch, petstore.PetChange{Name: &short}))
	report("stale If-Match", seenError(stale.StatusCode(), stale.Body))

	var newOrder petstore.NewOrder
	must(0, newOrder.FromNewOrderOfCustomer(petstore.NewOrderOfCustomer{PetId: pet.Id}))
	order := must(client.CreateOrderWithResponse(ctx, nil, newOrder))
	report("conflict", seenError(order.StatusCode(), order.Body))

	refused := listOne(connect("pets_live_wrong"))
	report("wrong key", seenError(refused.StatusCode(), refused.Body))

	counted := must(client.GetCategoryWithResponse(ctx, category, nil))
	report("added field", fmt.Sprintf("%d %d pets", counted.StatusCode(), counted.JSON200.PetCount))

	subject := fmt.Sprintf("pet:%d", pet.Id)
	events := *must(client.ListHistoryWithResponse(ctx, &petstore.ListHistoryParams{Subject: &subject})).JSON200
	report("added value", fmt.Sprintf("%d events, %s by %s", len(events), events[0].Action, events[0].Actor.Kind))

	kept := must(client.DeleteCategoryWithResponse(ctx, category, nil))
	report("added code", seenMessage(kept.StatusCode(), kept.Body))

	teapot := must(client.DeletePetWithResponse(ctx, pet.Id, nil))
	report("added status", seenMessage(teapot.StatusCode(), teapot.Body))
}
