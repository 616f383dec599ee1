import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Admin, Resource } from "react-admin";
import { authProvider } from "./auth-provider.js";
import { dataProvider } from "./data-provider.js";
import { PetList } from "./pet-list.jsx";

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Admin authProvider={authProvider} dataProvider={dataProvider} requireAuth disableTelemetry>
      <Resource name="pets" list={PetList} recordRepresentation="name" />
      <Resource name="categories" recordRepresentation="name" />
    </Admin>
  </StrictMode>,
);
