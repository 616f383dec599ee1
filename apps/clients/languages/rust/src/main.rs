//! The tour of src/tour.ts with the client of progenitor.

use std::{collections::HashSet, env, error::Error as StdError, future::Future, num::NonZeroU64, time::Duration};

use reqwest::header::{AUTHORIZATION, HeaderMap};
use types::{
    ExpandedPet, NewNote, NewOrder, NewOrderOfCustomer, NewPet, Pet, PetChange, PetStatus, PetUpsert, PetUpserts, Pets,
};

progenitor::generate_api!("generated/openapi-3.0.json");

type Outcome<Value> = Result<Value, Box<dyn StdError>>;
type Refusal = ResponseValue<types::Error>;

const NAME: &str = "Zoë 🐈";
const NOTE_ID: &str = "V-2031";

fn connect(key: &str) -> Outcome<Client> {
    let headers = HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {key}").parse()?)]);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    Ok(Client::new_with_client(&env::var("PETSTORE_URL")?, http))
}

fn seen(response: &ResponseValue<Pet>) -> String {
    format!("{} {} {}", response.status().as_u16(), *response.name, response.status)
}

fn seen_expanded(response: &ResponseValue<ExpandedPet>) -> String {
    format!("{} {} {}", response.status().as_u16(), *response.name, response.status)
}

fn seen_refusal(refusal: &Refusal) -> String {
    format!("{} {}", refusal.status().as_u16(), refusal.code)
}

// / Returns the body of the error, or nothing if the request succeeded.
async fn refusal<Body>(
    call: impl Future<Output = Result<ResponseValue<Body>, Error<types::Error>>>,
) -> Outcome<Option<Refusal>> {
    match call.await {
        Ok(_) => Ok(None),
        Err(Error::ErrorResponse(refusal)) => Ok(Some(refusal)),
        Err(error) => Err(error.into()),
    }
}

fn list_one(client: &Client) -> impl Future<Output = Result<ResponseValue<Pets>, Error<types::Error>>> {
    let limit = NonZeroU64::new(1);
    client.list_pets(None, None, None, None, None, None, None, limit, None, None, None, None, None, None)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn next_cursor(headers: &HeaderMap) -> Option<String> {
    let link = header(headers, "link").split(", <").find(|link| link.ends_with("rel=\"next\""))?;
    let (_, rest) = link.split_once("cursor=")?;
    rest.split(['&', '>']).next().map(str::to_owned)
}

async fn exceed_rate_limit(client: &Client) -> Outcome<()> {
    let limited = loop {
        if let Some(limited) = refusal(list_one(client)).await? {
            break limited;
        }
    };
    let seconds = header(limited.headers(), "retry-after").parse()?;
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let retried = list_one(client).await?;
    println!("rate limit: {}, then {}", seen_refusal(&limited), retried.status().as_u16());
    Ok(())
}

async fn read_pages(client: &Client, category: NonZeroU64) -> Outcome<()> {
    let (mut lengths, mut ids, mut cursor) = (Vec::new(), HashSet::new(), None);
    loop {
        let limit = NonZeroU64::new(100);
        let page = client
            .list_pets(Some(category), None, None, cursor.as_ref(), None, None, None, limit, None, None, None, None, None, None)
            .await?;
        lengths.push(page.len().to_string());
        ids.extend(page.iter().map(|pet| pet.id));
        match next_cursor(page.headers()) {
            Some(next) => cursor = Some(next.parse()?),
            None => break,
        }
    }
    println!("pages: {} pets, {} different ids", lengths.join(" + "), ids.len());
    Ok(())
}

/// A status that the document does not list is an `UnexpectedResponse`. The program has to read its body itself.
async fn seen_later<Body>(
    call: impl Future<Output = Result<ResponseValue<Body>, Error<types::Error>>>,
) -> Outcome<String> {
    let (status, body) = match call.await {
        Ok(_) => return Err("The service did not refuse.".into()),
        Err(Error::ErrorResponse(refusal)) => (refusal.status(), refusal.into_inner()),
        Err(Error::UnexpectedResponse(response)) => (response.status(), response.json().await?),
        Err(error) => return Err(error.into()),
    };
    Ok(format!("{} {}: {}", status.as_u16(), body.code, body.message))
}

async fn write_note(client: &Client, id: NonZeroU64) -> Outcome<String> {
    let note = NewNote {
        text: "Bites.".parse()?,
        external_id: Some(NOTE_ID.parse()?),
        is_pinned: None,
        is_warning: None,
    };
    let written = client.create_note(id, None, None, &note).await?;
    let external_id = written.external_id.as_ref().ok_or("The note has no external id.")?;
    Ok(format!("{} {}", written.status().as_u16(), **external_id))
}

async fn write_rows(client: &Client, category_id: NonZeroU64) -> Outcome<()> {
    let ids = [format!("{category_id}-1"), format!("{category_id}-2")];
    let row = |external_id: &String| -> Outcome<PetUpsert> {
        Ok(PetUpsert { external_id: external_id.parse()?, name: "Rex".parse()?, category_id, profile: None, status: None })
    };
    // The last two rows have the same external id, so both are refused.
    let rows = PetUpserts(vec![row(&ids[0])?, row(&ids[1])?, row(&ids[1])?]);
    let first = client.put_pets_by_external_id(None, None, None, None, &rows).await?;
    let again = client.put_pets_by_external_id(None, None, None, None, &PetUpserts(vec![row(&ids[0])?])).await?;
    println!("rows: {} created, {} refused, then {} unchanged", first.created, first.refused, again.unchanged);

    let listed = vec![ids[0].parse()?, ids[1].parse()?];
    let found = client
        .list_pets(None, None, None, None, None, Some(&listed), None, None, None, None, None, None, None, None)
        .await?;
    let removed = client.delete_pet_by_external_id(&ids[0].parse()?, None).await?;
    println!("external ids: {} pets, then {}", found.len(), removed.status().as_u16());
    Ok(())
}

async fn see_later_version(client: &Client, category_id: NonZeroU64, id: NonZeroU64) -> Outcome<()> {
    let category = client.get_category(category_id, None).await?;
    println!("added field: {} {} pets", category.status().as_u16(), category.pet_count);

    let subject = format!("pet:{id}").parse()?;
    let events = client.list_history(None, None, None, None, None, None, None, None, Some(&subject), None).await?;
    println!("added value: {} events, {} by {}", events.len(), events[0].action, events[0].actor.kind);

    println!("added code: {}", seen_later(client.delete_category(category_id, None, None)).await?);
    println!("added status: {}", seen_later(client.delete_pet(id, None)).await?);
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let client = connect(&env::var("PETSTORE_KEY")?)?;
    let category_id: NonZeroU64 = env::var("PETSTORE_CATEGORY")?.parse()?;

    exceed_rate_limit(&client).await?;

    let new_pet = NewPet { name: NAME.parse()?, category_id, profile: None, status: None };
    let created = client.create_pet(None, &new_pet).await?;
    let (id, etag) = (created.id, header(created.headers(), "etag").parse()?);
    println!("create: {}", seen(&created));

    read_pages(&client, category_id).await?;
    println!("get: {}", seen_expanded(&client.get_pet(id, None, None).await?));

    let image = std::fs::read(env::var("PETSTORE_PHOTO")?)?;
    let sent = client.create_photo(id, None, None, None, image).await?;
    println!("photo: {} {} x {} pixels", sent.status().as_u16(), sent.width, sent.height);

    println!("note: {}, then {}", write_note(&client, id).await?, write_note(&client, id).await?);
    write_rows(&client, category_id).await?;

    let sold = PetChange { status: Some(PetStatus::Sold), ..Default::default() };
    println!("update: {}", seen(&client.update_pet(id, Some(&etag), &sold).await?));

    let renamed = PetChange { name: Some("Zoe".parse()?), ..Default::default() };
    let stale = refusal(client.update_pet(id, Some(&etag), &renamed)).await?.ok_or("The update was not refused.")?;
    println!("stale If-Match: {}", seen_refusal(&stale));

    let order = NewOrder::from(NewOrderOfCustomer { pet_id: id, reference: None, customer_id: None, price: None, payment: None, note: None });
    let conflict = refusal(client.create_order(None, &order)).await?.ok_or("The order was not refused.")?;
    println!("conflict: {}", seen_refusal(&conflict));

    let refused = refusal(list_one(&connect("pets_live_wrong")?)).await?.ok_or("The key was not refused.")?;
    println!("wrong key: {}", seen_refusal(&refused));

    see_later_version(&client, category_id, id).await
}
