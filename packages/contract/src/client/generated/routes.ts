// Generated from the contract by `openapi:write`; a test fails while it differs from it.

// Method, path, `key` if it takes an Idempotency-Key, `pages=` with the names of the calls that read all entries and
// all pages if it links to pages, `timeout=` in milliseconds if its response may take longer than usual, and the
// statuses. The lines are types as well, so that a test can compare them with the types of the client.

/** The `Accept` of every request: errors for programs (RFC 9457), and every other body as it is. */
export const ACCEPT = "application/problem+json, */*;q=0.9";

/** The operations below `/v1`. */
export const v1Routes = {
  pets: {
    importPets: "POST /pets/import key timeout=180000 200 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    exportPets: "GET /pets/export timeout=600000 200 400 401 406 408 429 431 500 503",
    listPets: "GET /pets pages=all,pages 200 304 400 401 406 408 429 431 500 503",
    createPet: "POST /pets key 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    getPet: "GET /pets/:petId 200 304 400 401 404 406 408 429 431 500 503",
    updatePet: "PATCH /pets/:petId 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
    putPetByExternalId: "PUT /pets/by-external-id/:externalId 200 201 400 401 403 406 408 409 412 413 415 429 431 500 503",
    deletePet: "DELETE /pets/:petId 204 400 401 403 404 406 408 409 412 429 431 500 503",
    deletePetByExternalId: "DELETE /pets/by-external-id/:externalId 204 400 401 403 404 406 408 409 412 429 431 500 503",
    createPetBatch: "POST /pets/batch key 200 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    changePets: "POST /pets/changes key 200 400 401 403 406 408 409 413 415 422 429 431 500 503",
    putPetsByExternalId: "PUT /pets/by-external-id key 200 400 401 403 406 408 409 413 415 422 429 431 500 503",
  },
  categories: {
    listCategories: "GET /categories pages=all,pages 200 304 400 401 406 408 429 431 500 503",
    createCategory: "POST /categories key 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    getCategory: "GET /categories/:categoryId 200 304 400 401 404 406 408 429 431 500 503",
    updateCategory: "PATCH /categories/:categoryId 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
    deleteCategory: "DELETE /categories/:categoryId 204 400 401 403 404 406 408 409 412 429 431 500 503",
    mergeCategory: "POST /categories/:categoryId/merge key 200 202 400 401 403 404 406 408 409 412 413 415 422 429 431 500 503",
    getCategoryMerge: "GET /category-merges/:mergeId 200 304 400 401 404 406 408 429 431 500 503",
  },
  attributes: {
    listAttributes: "GET /attributes pages=all,pages 200 304 400 401 406 408 429 431 500 503",
    createAttribute: "POST /attributes key 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    getAttribute: "GET /attributes/:attributeId 200 304 400 401 404 406 408 429 431 500 503",
    updateAttribute: "PATCH /attributes/:attributeId 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
    deleteAttribute: "DELETE /attributes/:attributeId 204 400 401 403 404 406 408 409 412 429 431 500 503",
    restoreAttribute: "POST /attributes/:attributeId/restore key 200 400 401 403 404 406 408 409 422 429 431 500 503",
  },
  profiles: {
    getProfile: "GET /pets/:petId/profile 200 304 400 401 404 406 408 429 431 500 503",
    updateProfile: "PATCH /pets/:petId/profile 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
    updateProfileBatch: "POST /profiles/batch key 200 400 401 403 406 408 409 413 415 422 429 431 500 503",
  },
  photos: {
    listPhotos: "GET /pets/:petId/photos 200 304 400 401 404 406 408 429 431 500 503",
    createPhoto: "POST /pets/:petId/photos key timeout=140000 200 201 400 401 403 404 406 408 409 413 415 422 429 431 500 503",
    getPhoto: "GET /pets/:petId/photos/:photoId 200 304 400 401 404 406 408 429 431 500 503",
    updatePhoto: "PATCH /pets/:petId/photos/:photoId 200 400 401 403 404 406 408 412 413 415 429 431 500 503",
    deletePhoto: "DELETE /pets/:petId/photos/:photoId 204 400 401 403 404 406 408 412 429 431 500 503",
    restorePhoto: "POST /pets/:petId/photos/:photoId/restore key 200 400 401 403 404 406 408 409 422 429 431 500 503",
  },
  notes: {
    listPetNotes: "GET /pets/:petId/notes pages=allPetNotes,pagesOfPetNotes 200 304 400 401 403 404 406 408 429 431 500 503",
    createNote: "POST /pets/:petId/notes key 201 400 401 403 404 406 408 409 413 415 422 429 431 500 503",
    getNote: "GET /pets/:petId/notes/:noteId 200 304 400 401 403 404 406 408 429 431 500 503",
    updateNote: "PATCH /pets/:petId/notes/:noteId 200 400 401 403 404 406 408 412 413 415 429 431 500 503",
    deleteNote: "DELETE /pets/:petId/notes/:noteId 204 400 401 403 404 406 408 412 429 431 500 503",
    listNotes: "GET /notes pages=allNotes,pagesOfNotes 200 304 400 401 403 406 408 429 431 500 503",
    restoreNote: "POST /pets/:petId/notes/:noteId/restore key 200 400 401 403 404 406 408 409 422 429 431 500 503",
  },
  orders: {
    listOrders: "GET /orders pages=all,pages 200 304 400 401 406 408 429 431 500 503",
    createOrder: "POST /orders key 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    getOrder: "GET /orders/:orderId 200 304 400 401 404 406 408 429 431 500 503",
    updateOrder: "PATCH /orders/:orderId 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
  },
  customers: {
    listCustomers: "GET /customers pages=all,pages 200 304 400 401 403 406 408 429 431 500 503",
    createCustomer: "POST /customers key 201 400 401 403 406 408 409 413 415 422 429 431 500 503",
    getCustomer: "GET /customers/:customerId 200 304 400 401 403 404 406 408 429 431 500 503",
    updateCustomer: "PATCH /customers/:customerId 200 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
    deleteCustomer: "DELETE /customers/:customerId 204 400 401 403 404 406 408 412 429 431 500 503",
    mergeCustomer: "POST /customers/:customerId/merge key 200 400 401 403 404 406 408 409 412 413 415 422 429 431 500 503",
    exportCustomer: "GET /customers/:customerId/export timeout=600000 200 400 401 403 404 406 408 429 431 500 503",
  },
  inventory: {
    getInventory: "GET /inventory 200 304 400 401 406 408 429 431 500 503",
  },
  statistics: {
    getStatistics: "GET /statistics 200 304 400 401 406 408 429 431 500 503",
  },
  today: {
    getToday: "GET /today 200 304 400 401 406 408 429 431 500 503",
  },
  views: {
    listViews: "GET /views 200 304 400 401 403 406 408 429 431 500 503",
    putView: "PUT /views/:name 200 201 400 401 403 406 408 409 412 413 415 429 431 500 503",
    deleteView: "DELETE /views/:name 204 400 401 403 404 406 408 429 431 500 503",
  },
  store: {
    getStore: "GET /store 200 304 400 401 406 408 429 431 500 503",
    updateStore: "PATCH /store 200 400 401 403 406 408 412 413 415 429 431 500 503",
  },
  apiKeys: {
    listApiKeys: "GET /api-keys pages=all,pages 200 304 400 401 403 406 408 429 431 500 503",
    createApiKey: "POST /api-keys 201 400 401 403 406 408 413 415 429 431 500 503",
    getApiKey: "GET /api-keys/:keyId 200 304 400 401 403 404 406 408 429 431 500 503",
    revokeApiKey: "DELETE /api-keys/:keyId 200 204 400 401 403 404 406 408 412 429 431 500 503",
    rotateApiKey: "POST /api-keys/:keyId/rotate 201 400 401 403 404 406 408 409 412 413 415 429 431 500 503",
  },
  auditEvents: {
    listAuditEvents: "GET /audit-events pages=all,pages 200 304 400 401 403 406 408 429 431 500 503",
  },
  events: {
    listEvents: "GET /events timeout=50000 200 400 401 406 408 410 429 431 500 503",
  },
  history: {
    listHistory: "GET /history pages=allHistory,pagesOfHistory 200 304 400 401 403 406 408 429 431 500 503",
    listHistoryActors: "GET /history/actors pages=allHistoryActors,pagesOfHistoryActors 200 304 400 401 403 406 408 429 431 500 503",
  },
  actions: {
    listActions: "GET /actions pages=all,pages 200 304 400 401 403 406 408 429 431 500 503",
    getAction: "GET /actions/:actionId 200 304 400 401 403 404 406 408 429 431 500 503",
    undoAction: "POST /actions/:actionId/undo key 202 400 401 403 404 406 408 409 412 422 429 431 500 503",
    stopUndo: "POST /actions/:actionId/undo/stop key 200 400 401 403 404 406 408 409 412 422 429 431 500 503",
  },
  webhooks: {
    listWebhookEndpoints: "GET /webhook-endpoints pages=allWebhookEndpoints,pagesOfWebhookEndpoints 200 304 400 401 403 406 408 429 431 500 503",
    createWebhookEndpoint: "POST /webhook-endpoints 201 400 401 403 406 408 409 413 415 429 431 500 503",
    getWebhookEndpoint: "GET /webhook-endpoints/:endpointId 200 304 400 401 403 404 406 408 429 431 500 503",
    updateWebhookEndpoint: "PATCH /webhook-endpoints/:endpointId 200 400 401 403 404 406 408 412 413 415 429 431 500 503",
    deleteWebhookEndpoint: "DELETE /webhook-endpoints/:endpointId 204 400 401 403 404 406 408 412 429 431 500 503",
    rotateWebhookSecret: "POST /webhook-endpoints/:endpointId/rotate-secret 200 400 401 403 404 406 408 412 429 431 500 503",
    testWebhookEndpoint: "POST /webhook-endpoints/:endpointId/test key timeout=30000 200 400 401 403 404 406 408 409 412 422 429 431 500 503",
    listWebhookDeliveries: "GET /webhook-endpoints/:endpointId/deliveries pages=allWebhookDeliveries,pagesOfWebhookDeliveries 200 304 400 401 403 404 406 408 429 431 500 503",
    replayWebhookEndpoint: "POST /webhook-endpoints/:endpointId/replay key 200 400 401 403 404 406 408 409 410 412 413 415 422 429 431 500 503",
    redeliverWebhook: "POST /webhook-deliveries/:deliveryId/redeliver key 202 400 401 403 404 406 408 409 422 429 431 500 503",
  },
  document: {
    getOpenApiDocument: "GET /openapi.json 200 304 400 406 408 429 431 500",
  },
} as const;

/** The operations below `/auth`. */
export const authRoutes = {
  signIn: {
    signIn: "POST /sign-in/email 200 400 401 403 408 413 415 429 431 500 503",
    signInWithTotp: "POST /sign-in/totp 200 400 401 403 408 413 415 429 431 500 503",
    signInWithRecoveryCode: "POST /sign-in/recovery-code 200 400 401 403 408 413 415 429 431 500 503",
    signInWithPasskey: "POST /sign-in/passkey 200 400 403 408 413 415 429 431 500 503",
    reauthenticate: "POST /reauthenticate 200 400 401 403 408 413 415 429 431 500 503",
    reauthenticateWithPasskey: "POST /reauthenticate/passkey 200 400 401 403 408 413 415 429 431 500 503",
    signOut: "POST /sign-out 200 400 403 408 413 415 429 431 500 503",
    changePassword: "POST /change-password 200 400 401 403 408 413 415 429 431 500 503",
  },
  invitations: {
    showInvitation: "POST /invitation/show 200 400 403 408 413 415 429 431 500 503",
    acceptInvitation: "POST /invitation/accept 200 400 403 408 413 415 429 431 500 503",
  },
  sessions: {
    getSession: "GET /get-session 200 400 408 429 431 500 503",
    listSessions: "GET /list-sessions 200 400 401 408 429 431 500 503",
    revokeSession: "POST /revoke-session 200 400 401 403 408 413 415 429 431 500 503",
    revokeOtherSessions: "POST /revoke-other-sessions 200 400 401 403 408 413 415 429 431 500 503",
    revokeSessions: "POST /revoke-sessions 200 400 401 403 408 413 415 429 431 500 503",
    listUserSessions: "POST /admin/list-user-sessions 200 400 401 403 408 413 415 429 431 500 503",
    revokeUserSession: "POST /admin/revoke-user-session 200 400 401 403 408 413 415 429 431 500 503",
    revokeUserSessions: "POST /admin/revoke-user-sessions 200 400 401 403 408 413 415 429 431 500 503",
  },
  twoFactor: {
    getTwoFactor: "GET /two-factor 200 400 401 408 429 431 500 503",
    startTotp: "POST /two-factor/start 200 400 401 403 408 409 413 415 429 431 500 503",
    enableTotp: "POST /two-factor/enable 200 400 401 403 408 409 413 415 429 431 500 503",
    renewRecoveryCodes: "POST /two-factor/recovery-codes 200 400 401 403 408 409 413 415 429 431 500 503",
    disableTotp: "POST /two-factor/disable 200 400 401 403 408 413 415 429 431 500 503",
  },
  passkeys: {
    listPasskeys: "GET /passkeys 200 400 401 408 429 431 500 503",
    startPasskeyRegistration: "POST /passkeys/registration-options 200 400 401 403 408 409 413 415 429 431 500 503",
    addPasskey: "POST /passkeys 200 400 401 403 408 409 413 415 429 431 500 503",
    renamePasskey: "POST /passkeys/rename 200 400 401 403 404 408 413 415 429 431 500 503",
    deletePasskey: "POST /passkeys/delete 200 400 401 403 404 408 413 415 429 431 500 503",
    startPasskeyAuthentication: "POST /passkeys/authentication-options 200 400 403 408 413 415 429 431 500 503",
  },
  keys: {
    exchangeSessionForKey: "POST /key 200 400 401 403 408 413 415 429 431 500 503",
  },
  users: {
    createUser: "POST /admin/create-user 200 400 401 403 408 409 413 415 429 431 500 503",
    listUsers: "GET /admin/list-users 200 400 401 403 408 429 431 500 503",
    getUser: "GET /admin/get-user 200 400 401 403 404 408 429 431 500 503",
    updateUser: "POST /admin/update-user 200 400 401 403 404 408 409 413 415 429 431 500 503",
    setLanguage: "POST /set-language 200 400 401 403 408 413 415 429 431 500 503",
    setRole: "POST /admin/set-role 200 400 401 403 404 408 409 413 415 429 431 500 503",
    banUser: "POST /admin/ban-user 200 400 401 403 404 408 409 413 415 429 431 500 503",
    unbanUser: "POST /admin/unban-user 200 400 401 403 404 408 413 415 429 431 500 503",
    inviteUser: "POST /admin/invite-user 200 400 401 403 404 408 409 413 415 429 431 500 503",
  },
  presence: {
    tellEditing: "POST /editing 200 400 401 403 408 413 415 429 431 500 503",
  },
} as const;
