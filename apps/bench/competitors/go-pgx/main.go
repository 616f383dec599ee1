// net/http with pgx, as a good engineer writes it by hand: the standard router and a pool with prepared statements.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

type newPet struct {
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

const columns = "id, name, category_id, status::text"

func isStatus(status string) bool {
	return status == "available" || status == "pending" || status == "sold"
}

func send(response http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"message":"internal"}`)
	}
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(text)))
	response.WriteHeader(status)
	response.Write(text)
}

func refuse(response http.ResponseWriter, status int) {
	send(response, status, map[string]string{"message": http.StatusText(status)})
}

func integer(text string, initial, least, most int64) (int64, bool) {
	if text == "" {
		return initial, true
	}
	value, err := strconv.ParseInt(text, 10, 64)
	return value, err == nil && value >= least && value <= most
}

type server struct{ pool *pgxpool.Pool }

func (s server) list(response http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	limit, isLimit := integer(query.Get("limit"), 20, 1, 100)
	cursor, isCursor := integer(query.Get("cursor"), 0, 0, 1<<62)
	status := query.Get("status")
	if !isLimit || !isCursor || (status != "" && !isStatus(status)) {
		refuse(response, http.StatusBadRequest)
		return
	}
	text, values := "SELECT "+columns+" FROM pet WHERE id > $1 ORDER BY id LIMIT $2", []any{cursor, limit}
	if status != "" {
		text = "SELECT " + columns + " FROM pet WHERE status = $3 AND id > $1 ORDER BY id LIMIT $2"
		values = append(values, status)
	}
	rows, err := s.pool.Query(request.Context(), text, values...)
	if err != nil {
		refuse(response, http.StatusInternalServerError)
		return
	}
	pets, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pet])
	if err != nil {
		refuse(response, http.StatusInternalServerError)
		return
	}
	send(response, http.StatusOK, pets)
}

func (s server) get(response http.ResponseWriter, request *http.Request) {
	id, err := strconv.ParseInt(request.PathValue("petId"), 10, 64)
	if err != nil || id < 1 {
		refuse(response, http.StatusBadRequest)
		return
	}
	var found pet
	row := s.pool.QueryRow(request.Context(), "SELECT "+columns+" FROM pet WHERE id = $1", id)
	err = row.Scan(&found.ID, &found.Name, &found.CategoryID, &found.Status)
	if errors.Is(err, pgx.ErrNoRows) {
		refuse(response, http.StatusNotFound)
		return
	}
	if err != nil {
		refuse(response, http.StatusInternalServerError)
		return
	}
	send(response, http.StatusOK, found)
}

func (s server) create(response http.ResponseWriter, request *http.Request) {
	body := newPet{Status: "available"}
	decoder := json.NewDecoder(http.MaxBytesReader(response, request.Body, 1<<20))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&body)
	name := strings.TrimSpace(body.Name)
	if err != nil || name == "" || len([]rune(name)) > 200 || body.CategoryID < 1 || !isStatus(body.Status) {
		refuse(response, http.StatusBadRequest)
		return
	}
	text := "INSERT INTO pet (name, category_id, status) VALUES ($1, $2, $3) RETURNING " + columns
	var made pet
	row := s.pool.QueryRow(request.Context(), text, name, body.CategoryID, body.Status)
	if err := row.Scan(&made.ID, &made.Name, &made.CategoryID, &made.Status); err != nil {
		refuse(response, http.StatusInternalServerError)
		return
	}
	send(response, http.StatusCreated, made)
}

func withKey(key string, next http.Handler) http.Handler {
	authorization := "Bearer " + key
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") != authorization {
			refuse(response, http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(response, request)
	})
}

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	config.MaxConns = 10
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	s := server{pool}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /v1/pets", s.list)
	routes.HandleFunc("GET /v1/pets/{petId}", s.get)
	routes.HandleFunc("POST /v1/pets", s.create)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, withKey(os.Getenv("KEY"), routes)))
}
