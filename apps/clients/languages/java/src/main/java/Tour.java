import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import petstore.ApiClient;
import petstore.ApiException;
import petstore.ApiResponse;
import petstore.api.CategoriesApi;
import petstore.api.HistoryApi;
import petstore.api.NotesApi;
import petstore.api.OrdersApi;
import petstore.api.PetsApi;
import petstore.api.PhotosApi;
import petstore.model.AuditEvent;
import petstore.model.Category;
import petstore.model.Error;
import petstore.model.ExpandedPet;
import petstore.model.NewNote;
import petstore.model.NewOrder;
import petstore.model.NewOrderOfCustomer;
import petstore.model.NewPet;
import petstore.model.Note;
import petstore.model.Pet;
import petstore.model.PetChange;
import petstore.model.PetStatus;
import petstore.model.PetUpsert;
import petstore.model.PetUpsertResult;
import petstore.model.Photo;

/** Takes the tour of src/tour.ts with the client of openapi-generator (java, library native). */
public final class Tour {
  private static final String NAME = "Zoë 🐈";
  private static final String NOTE_ID = "V-2031";
  private static final long CATEGORY_ID = Long.parseLong(System.getenv("PETSTORE_CATEGORY"));
  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; rel=\"next\"");
  private static final Pattern CURSOR = Pattern.compile("(?:^|&)cursor=([^&]*)");
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();
  private static final ApiClient CLIENT = connect(System.getenv("PETSTORE_KEY"));
  private static final PetsApi PETS = new PetsApi(CLIENT);

  private interface Call {
    ApiResponse<?> send() throws ApiException;
  }

  private static ApiClient connect(String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("PETSTORE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    return client;
  }

  private static void report(String step, String saw) {
    OUT.println(step + ": " + saw);
  }

  private static String seen(int status, String name, PetStatus petStatus) {
    return status + " " + name + " " + petStatus;
  }

  private static String seen(ApiResponse<Pet> response) {
    Pet pet = response.getData();
    return seen(response.getStatusCode(), pet.getName(), pet.getStatus());
  }

  private static ApiException refusalOf(Call call) {
    try {
      return new ApiException(call.send().getStatusCode(), "The service did not refuse.");
    } catch (ApiException refusal) {
      return refusal;
    }
  }

  private static String seen(ApiException refusal) throws Exception {
    Error error = JSON.readValue(refusal.getResponseBody(), Error.class);
    return refusal.getCode() + " " + error.getCode();
  }

  private static String seenMessage(ApiException refusal) throws Exception {
    return seen(refusal) + ": " + JSON.readValue(refusal.getResponseBody(), Error.class).getMessage();
  }

  private static ApiResponse<List<ExpandedPet>> list(PetsApi by, int limit, Long categoryId, String cursor)
      throws ApiException {
    return by.listPetsWithHttpInfo(
        null, null, limit, null, categoryId, null, null, null, null, null, null, null, null, cursor, null);
  }

  private static String nextCursor(Map<String, List<String>> headers) {
    Matcher link = NEXT.matcher(String.join(", ", headers.getOrDefault("link", List.of())));
    if (!link.find()) return null;
    Matcher cursor = CURSOR.matcher(URI.create(link.group(1)).getQuery());
    return cursor.find() ? cursor.group(1) : null;
  }

  private static void exceedRateLimit() throws Exception {
    ApiException limited;
    do {
      limited = refusalOf(() -> list(PETS, 1, null, null));
    } while (limited.getCode() == 200);
    long seconds = limited.getResponseHeaders().firstValueAsLong("Retry-After").orElseThrow();
    Thread.sleep(seconds * 1_000);
    report("rate limit", seen(limited) + ", then " + list(PETS, 1, null, null).getStatusCode());
  }

  private static void readPages() throws ApiException {
    List<String> lengths = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    String cursor = null;
    do {
      ApiResponse<List<ExpandedPet>> page = list(PETS, 100, CATEGORY_ID, cursor);
      lengths.add(String.valueOf(page.getData().size()));
      page.getData().forEach(pet -> ids.add(pet.getId()));
      cursor = nextCursor(page.getHeaders());
    } while (cursor != null);
    report("pages", String.join(" + ", lengths) + " pets, " + ids.size() + " different ids");
  }

  private static void writeNotes(long petId) throws ApiException {
    NotesApi notes = new NotesApi(CLIENT);
    NewNote note = new NewNote().text("Bites.").externalId(NOTE_ID);
    ApiResponse<Note> written = notes.createNoteWithHttpInfo(petId, note, null, null);
    ApiResponse<Note> repeated = notes.createNoteWithHttpInfo(petId, note, null, null);
    report("note", seenNote(written) + ", then " + seenNote(repeated));
  }

  private static String seenNote(ApiResponse<Note> response) {
    return response.getStatusCode() + " " + response.getData().getExternalId();
  }

  private static PetUpsert row(String externalId) {
    return new PetUpsert().externalId(externalId).name("Rex").categoryId(CATEGORY_ID);
  }

  private static void writeRows() throws ApiException {
    List<String> ids = List.of(CATEGORY_ID + "-1", CATEGORY_ID + "-2");
    // The last two rows have the same external id, so both are refused.
    List<PetUpsert> rows = List.of(row(ids.get(0)), row(ids.get(1)), row(ids.get(1)));
    PetUpsertResult first = PETS.putPetsByExternalId(rows, null, null, null, null);
    PetUpsertResult again = PETS.putPetsByExternalId(rows.subList(0, 1), null, null, null, null);
    report(
        "rows",
        first.getCreated() + " created, " + first.getRefused() + " refused, then " + again.getUnchanged() + " unchanged");

    List<ExpandedPet> found =
        PETS.listPets(null, null, null, null, null, null, null, ids, null, null, null, null, null, null, null);
    ApiResponse<Void> removed = PETS.deletePetByExternalIdWithHttpInfo(ids.get(0), null);
    report("external ids", found.size() + " pets, then " + removed.getStatusCode());
  }

  public static void main(String[] args) throws Exception {
    exceedRateLimit();

    NewPet newPet = new NewPet().name(NAME).categoryId(CATEGORY_ID);
    ApiResponse<Pet> created = PETS.createPetWithHttpInfo(newPet, null);
    long id = created.getData().getId();
    String etag = created.getHeaders().get("etag").get(0);
    report("create", seen(created));

    readPages();
    ApiResponse<ExpandedPet> got = PETS.getPetWithHttpInfo(id, null, null);
    report("get", seen(got.getStatusCode(), got.getData().getName(), got.getData().getStatus()));

    File image = new File(System.getenv("PETSTORE_PHOTO"));
    ApiResponse<Photo> sent = new PhotosApi(CLIENT).createPhotoWithHttpInfo(id, image, null, null, null);
    report("photo", sent.getStatusCode() + " " + sent.getData().getWidth() + " x " + sent.getData().getHeight() + " pixels");

    writeNotes(id);
    writeRows();

    PetChange sold = new PetChange().status(PetStatus.SOLD);
    report("update", seen(PETS.updatePetWithHttpInfo(id, sold, etag)));

    PetChange renamed = new PetChange().name("Zoe");
    report("stale If-Match", seen(refusalOf(() -> PETS.updatePetWithHttpInfo(id, renamed, etag))));

    NewOrder order = new NewOrder(new NewOrderOfCustomer().petId(id));
    report("conflict", seen(refusalOf(() -> new OrdersApi(CLIENT).createOrderWithHttpInfo(order, null))));

    PetsApi stranger = new PetsApi(connect("pets_live_wrong"));
    report("wrong key", seen(refusalOf(() -> list(stranger, 1, null, null))));

    CategoriesApi categories = new CategoriesApi(CLIENT);
    ApiResponse<Category> category = categories.getCategoryWithHttpInfo(CATEGORY_ID, null);
    report("added field", category.getStatusCode() + " " + category.getData().getPetCount() + " pets");

    String subject = "pet:" + id;
    List<AuditEvent> events =
        new HistoryApi(CLIENT).listHistory(null, null, null, null, subject, null, null, null, null, null);
    AuditEvent event = events.get(0);
    report("added value", events.size() + " events, " + event.getAction() + " by " + event.getActor().getKind());

    report("added code", seenMessage(refusalOf(() -> categories.deleteCategoryWithHttpInfo(CATEGORY_ID, null, null))));
    report("added status", seenMessage(refusalOf(() -> PETS.deletePetWithHttpInfo(id, null))));
  }
}
