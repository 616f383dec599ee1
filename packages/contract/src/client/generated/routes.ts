// Generated from the contract by `openapi:write`; a test fails while it differs from it.

// Method, path, `key` if it takes an Idempotency-Key, `pages=` with the names of the calls that read all entries and
// all pages if it links to pages, `timeout=` in milliseconds if its response may take longer than usual, and the
// statuses below 400. The lines are types as well, so that a test can compare them with the types of the client.

/** The `Accept` of every request: errors for programs (RFC 9457), and every other body as it is. */
export const ACCEPT = "application/problem+json, */*;q=0.9";

/** The operations below `/v1`. */
export const v1Routes = {
  pets: {
    importPets: "POST /pets/import key timeout=180000 200 201",
    exportPets: "GET /pets/export timeout=600000 200",
    listPets: "GET /pets pages=all,pages 200 304",
    createPet: "POST /pets key 201",
    getPet: "GET /pets/:petId 200 304",
    updatePet: "PATCH /pets/:petId 200",
    putPetByExternalId: "PUT /pets/by-external-id/:externalId 200 201",
    deletePet: "DELETE /pets/:petId 204",
    deletePetByExternalId: "DELETE /pets/by-external-id/:externalId 204",
    createPetBatch: "POST /pets/batch key 200 201",
    changePets: "POST /pets/changes key 200",
    putPetsByExternalId: "PUT /pets/by-external-id key 200",
  },
  categories: {
    listCategories: "GET /categories pages=all,pages 200 304",
    createCategory: "POST /categories key 201",
    getCategory: "GET /categories/:categoryId 200 304",
    updateCategory: "PATCH /categories/:categoryId 200",
    deleteCategory: "DELETE /categories/:categoryId 204",
    mergeCategory: "POST /categories/:categoryId/merge key 200 202",
    getCategoryMerge: "GET /category-merges/:mergeId 200 304",
  },
  attributes: {
    listAttributes: "GET /attributes pages=all,pages 200 304",
    createAttribute: "POST /attributes key 201",
    getAttribute: "GET /attributes/:attributeId 200 304",
    updateAttribute: "PATCH /attributes/:attributeId 200",
    deleteAttribute: "DELETE /attributes/:attributeId 204",
    restoreAttribute: "POST /attributes/:attributeId/restore key 200",
  },
  profiles: {
    getProfile: "GET /pets/:petId/profile 200 304",
    updateProfile: "PATCH /pets/:petId/profile 200",
    updateProfileBatch: "POST /profiles/batch key 200",
  },
  photos: {
    listPhotos: "GET /pets/:petId/photos 200 304",
    createPhoto: "POST /pets/:petId/photos key timeout=140000 200 201",
    getPhoto: "GET /pets/:petId/photos/:photoId 200 304",
    updatePhoto: "PATCH /pets/:petId/photos/:photoId 200",
    deletePhoto: "DELETE /pets/:petId/photos/:photoId 204",
    restorePhoto: "POST /pets/:petId/photos/:photoId/restore key 200",
  },
  notes: {
    listPetNotes: "GET /pets/:petId/notes pages=allPetNotes,pagesOfPetNotes 200 304",
    createNote: "POST /pets/:petId/notes key 200 201",
    getNote: "GET /pets/:petId/notes/:noteId 200 304",
    updateNote: "PATCH /pets/:petId/notes/:noteId 200",
    deleteNote: "DELETE /pets/:petId/notes/:noteId 204",
    listNotes: "GET /notes pages=allNotes,pagesOfNotes 200 304",
    restoreNote: "POST /pets/:petId/notes/:noteId/restore key 200",
  },
  orders: {
    listOrders: "GET /orders pages=all,pages 200 304",
    createOrder: "POST /orders key 201",
    getOrder: "GET /orders/:orderId 200 304",
    updateOrder: "PATCH /orders/:orderId 200",
  },
  customers: {
    listCustomers: "GET /customers pages=all,pages 200 304",
    createCustomer: "POST /customers key 201",
    getCustomer: "GET /customers/:customerId 200 304",
    updateCustomer: "PATCH /customers/:customerId 200",
    deleteCustomer: "DELETE /customers/:customerId 204",
    mergeCustomer: "POST /customers/:customerId/merge key 200",
    exportCustomer: "GET /customers/:customerId/export timeout=600000 200",
  },
  inventory: {
    getInventory: "GET /inventory 200 304",
  },
  statistics: {
    getStatistics: "GET /statistics 200 304",
  },
  suggestions: {
    listSuggestions: "GET /suggestions 200 304",
  },
  today: {
    getToday: "GET /today 200 304",
  },
  views: {
    listViews: "GET /views 200 304",
    getView: "GET /views/:name 200 304",
    putView: "PUT /views/:name 200 201",
    deleteView: "DELETE /views/:name 204",
  },
  store: {
    getStore: "GET /store 200 304",
    updateStore: "PATCH /store 200",
  },
  apiKeys: {
    listApiKeys: "GET /api-keys pages=all,pages 200 304",
    createApiKey: "POST /api-keys 201",
    getApiKey: "GET /api-keys/:keyId 200 304",
    revokeApiKey: "DELETE /api-keys/:keyId 200 204",
    rotateApiKey: "POST /api-keys/:keyId/rotate 201",
  },
  auditEvents: {
    listAuditEvents: "GET /audit-events pages=all,pages 200 304",
  },
  events: {
    listEvents: "GET /events timeout=50000 200",
  },
  history: {
    listHistory: "GET /history pages=allHistory,pagesOfHistory 200 304",
    listHistoryActors: "GET /history/actors pages=allHistoryActors,pagesOfHistoryActors 200 304",
  },
  actions: {
    listActions: "GET /actions pages=all,pages 200 304",
    getAction: "GET /actions/:actionId 200 304",
    undoAction: "POST /actions/:actionId/undo key 202",
    stopUndo: "POST /actions/:actionId/undo/stop key 200",
  },
  webhooks: {
    listWebhookEndpoints: "GET /webhook-endpoints pages=allWebhookEndpoints,pagesOfWebhookEndpoints 200 304",
    createWebhookEndpoint: "POST /webhook-endpoints 201",
    getWebhookEndpoint: "GET /webhook-endpoints/:endpointId 200 304",
    updateWebhookEndpoint: "PATCH /webhook-endpoints/:endpointId 200",
    deleteWebhookEndpoint: "DELETE /webhook-endpoints/:endpointId 204",
    rotateWebhookSecret: "POST /webhook-endpoints/:endpointId/rotate 200",
    testWebhookEndpoint: "POST /webhook-endpoints/:endpointId/test key timeout=30000 200",
    listWebhookDeliveries: "GET /webhook-endpoints/:endpointId/deliveries pages=allWebhookDeliveries,pagesOfWebhookDeliveries 200 304",
    replayWebhookEndpoint: "POST /webhook-endpoints/:endpointId/replay key 200",
    redeliverWebhook: "POST /webhook-deliveries/:deliveryId/redeliver key 202",
  },
  document: {
    getOpenApiDocument: "GET /openapi.json 200 304",
  },
} as const;

/** The operations below `/auth`. */
export const authRoutes = {
  signIn: {
    signIn: "POST /sign-in/email 200",
    signInWithTotp: "POST /sign-in/totp 200",
    signInWithRecoveryCode: "POST /sign-in/recovery-code 200",
    signInWithPasskey: "POST /sign-in/passkey 200",
    reauthenticate: "POST /reauthenticate 200",
    reauthenticateWithPasskey: "POST /reauthenticate/passkey 200",
    signOut: "POST /sign-out 200",
    changePassword: "POST /change-password 200",
  },
  invitations: {
    showInvitation: "POST /invitation/show 200",
    acceptInvitation: "POST /invitation/accept 200",
  },
  sessions: {
    getSession: "GET /get-session 200",
    listSessions: "GET /list-sessions 200",
    revokeSession: "POST /revoke-session 200",
    revokeOtherSessions: "POST /revoke-other-sessions 200",
    revokeSessions: "POST /revoke-sessions 200",
    listUserSessions: "POST /admin/list-user-sessions 200",
    revokeUserSession: "POST /admin/revoke-user-session 200",
    revokeUserSessions: "POST /admin/revoke-user-sessions 200",
  },
  twoFactor: {
    getTwoFactor: "GET /two-factor 200",
    startTotp: "POST /two-factor/start 200",
    enableTotp: "POST /two-factor/enable 200",
    renewRecoveryCodes: "POST /two-factor/recovery-codes 200",
    disableTotp: "POST /two-factor/disable 200",
  },
  passkeys: {
    listPasskeys: "GET /passkeys 200",
    startPasskeyRegistration: "POST /passkeys/registration-options 200",
    addPasskey: "POST /passkeys 200",
    renamePasskey: "POST /passkeys/rename 200",
    deletePasskey: "POST /passkeys/delete 200",
    startPasskeyAuthentication: "POST /passkeys/authentication-options 200",
  },
  keys: {
    exchangeSessionForKey: "POST /key 200",
  },
  users: {
    createUser: "POST /admin/create-user 200",
    listUsers: "GET /admin/list-users 200",
    getUser: "GET /admin/get-user 200",
    updateUser: "POST /admin/update-user 200",
    setLanguage: "POST /set-language 200",
    setRole: "POST /admin/set-role 200",
    banUser: "POST /admin/ban-user 200",
    unbanUser: "POST /admin/unban-user 200",
    inviteUser: "POST /admin/invite-user 200",
  },
  presence: {
    tellEditing: "POST /editing 200",
  },
} as const;
