//! axum with tokio-postgres, as a good engineer writes it by hand: extractors, a pool, prepared statements.
use axum::extract::{Path, Query, Request, State};
use axum::http::{header::AUTHORIZATION, StatusCode};
use axum::middleware::{from_fn_with_state, Next};
use axum::response::{IntoResponse, Response};
use axum::{routing::get, Json, Router};
use deadpool_postgres::{Manager, ManagerConfig, Pool, PoolError, RecyclingMethod};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio_postgres::{NoTls, Row};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pet {
    id: i64,
    name: String,
    category_id: i64,
    status: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Available,
    Pending,
    Sold,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Available => "available",
            Status::Pending => "pending",
            Status::Sold => "sold",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    limit: Option<i64>,
    status: Option<Status>,
    cursor: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewPet {
    name: String,
    category_id: i64,
    status: Option<Status>,
}

struct Failure(StatusCode);

impl From<PoolError> for Failure {
    fn from(_: PoolError) -> Self {
        Failure(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(_: tokio_postgres::Error) -> Self {
        Failure(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

fn to_pet(row: &Row) -> Pet {
    Pet { id: row.get(0), name: row.get(1), category_id: row.get(2), status: row.get(3) }
}

async fn list(State(pool): State<Pool>, Query(query): Query<ListQuery>) -> Result<Json<Vec<Pet>>, Failure> {
    let (limit, cursor) = (query.limit.unwrap_or(20), query.cursor.unwrap_or(0));
    if !(1..=100).contains(&limit) || cursor < 0 {
        return Err(Failure(StatusCode::BAD_REQUEST));
    }
    let client = pool.get().await?;
    let rows = match query.status {
        None => {
            let text = "SELECT id, name, category_id, status::text FROM pet WHERE id > $1 ORDER BY id LIMIT $2";
            client.query(&client.prepare_cached(text).await?, &[&cursor, &limit]).await?
        }
        Some(status) => {
            // A parameter of the type text, cast once: tokio-postgres has no type for the enum.
            let text = "SELECT id, name, category_id, status::text FROM pet \
                WHERE status = $3::text::pet_status AND id > $1 ORDER BY id LIMIT $2";
            client.query(&client.prepare_cached(text).await?, &[&cursor, &limit, &status.name()]).await?
        }
    };
    Ok(Json(rows.iter().map(to_pet).collect()))
}

async fn find(State(pool): State<Pool>, Path(id): Path<i64>) -> Result<Json<Pet>, Failure> {
    let client = pool.get().await?;
    let text = "SELECT id, name, category_id, status::text FROM pet WHERE id = $1";
    let row = client.query_opt(&client.prepare_cached(text).await?, &[&id]).await?;
    row.as_ref().map(|row| Json(to_pet(row))).ok_or(Failure(StatusCode::NOT_FOUND))
}

async fn create(State(pool): State<Pool>, Json(body): Json<NewPet>) -> Result<(StatusCode, Json<Pet>), Failure> {
    let name = body.name.trim();
    if name.is_empty() || name.chars().count() > 200 || body.category_id < 1 {
        return Err(Failure(StatusCode::BAD_REQUEST));
    }
    let status = body.status.unwrap_or(Status::Available).name();
    let client = pool.get().await?;
    let text = "INSERT INTO pet (name, category_id, status) VALUES ($1, $2, $3::text::pet_status) \
        RETURNING id, name, category_id, status::text";
    let row = client.query_one(&client.prepare_cached(text).await?, &[&name, &body.category_id, &status]).await?;
    Ok((StatusCode::CREATED, Json(to_pet(&row))))
}

async fn check_key(State(authorization): State<Arc<str>>, request: Request, next: Next) -> Response {
    match request.headers().get(AUTHORIZATION) {
        Some(value) if value.as_bytes() == authorization.as_bytes() => next.run(request).await,
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config: tokio_postgres::Config = std::env::var("DATABASE_URL")?.parse()?;
    let fast = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let pool = Pool::builder(Manager::from_config(config, NoTls, fast)).max_size(10).build()?;
    let authorization: Arc<str> = format!("Bearer {}", std::env::var("KEY")?).into();
    let app = Router::new()
        .route("/v1/pets", get(list).post(create))
        .route("/v1/pets/{pet_id}", get(find))
        .layer(from_fn_with_state(authorization, check_key))
        .with_state(pool);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}
