import {
  AutocompleteInput,
  BulkExportButton,
  ChipField,
  DataTable,
  ExportButton,
  FilterButton,
  List,
  Pagination,
  ReferenceField,
  ReferenceInput,
  SearchInput,
  SelectInput,
  TopToolbar,
} from "react-admin";

const statuses = ["available", "pending", "sold"].map((id) => ({ id, name: id }));

const filters = [
  <SearchInput key="name" source="name" alwaysOn />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
  <ReferenceInput key="categoryId" source="categoryId" reference="categories" perPage={1000} alwaysOn>
    <AutocompleteInput optionText="name" label="Category" />
  </ReferenceInput>,
];

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <ExportButton />
  </TopToolbar>
);

export const PetList = () => (
  <List
    title="Animals"
    filters={filters}
    actions={<Actions />}
    perPage={50}
    sort={{ field: "id", order: "ASC" }}
    pagination={<Pagination rowsPerPageOptions={[50]} />}
  >
    <DataTable bulkActionButtons={<BulkExportButton />} rowClick={false}>
      <DataTable.Col source="id" label="Number" />
      <DataTable.Col source="name" />
      <DataTable.Col source="categoryId" label="Category" disableSort>
        <ReferenceField source="categoryId" reference="categories" link={false} />
      </DataTable.Col>
      <DataTable.Col source="status" disableSort>
        <ChipField source="status" size="small" />
      </DataTable.Col>
    </DataTable>
  </List>
);
