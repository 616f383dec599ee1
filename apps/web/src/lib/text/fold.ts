// Lists of the admin are searched as the service searches: "categories" finds `Catégories`, and "aujourd'hui" `Aujourd’hui`.
export { searchTextOf as fold } from "@petstore/contract/schemas";
