import type { RequestListener, Server } from "node:http";
import { BlockList } from "node:net";
import type { AppRoute } from "@ts-rest/core";
import type { Logger } from "pino";
import { contract } from "@petstore/contract/routes";
import { type AttributeResource, attributeResource } from "./pets/attributes/attribute-resource.js";
import { createAttribute } from "./pets/attributes/create-attribute.js";
import { deleteAttribute } from "./pets/attributes/delete-attribute.js";
import { putBackAttributes } from "./pets/attributes/put-back-attributes.js";
import { restoreAttribute } from "./pets/attributes/restore-attribute.js";
import { updateAttribute } from "./pets/attributes/update-attribute.js";
import { getAction } from "./audit/get-action.js";
import { getStatistics } from "./audit/get-statistics.js";
import { getToday } from "./audit/get-today.js";
import { listActions } from "./audit/list-actions.js";
import { listAuditEvents } from "./audit/list-audit-events.js";
import { listHistoryActors } from "./audit/list-history-actors.js";
import { stopUndo, undoAction } from "./audit/undo-action.js";
import { createUndoRunner } from "./audit/undo-runner.js";
import type { PutBacks } from "./audit/undo-step.js";
import { listHistory } from "./audit/list-history.js";
import type { PasswordHashing } from "./auth/accounts/staff-auth.js";
import { createPresence, type Presence } from "./auth/presence.js";
import { createSignInTrail, type SignInTrail } from "./auth/sign-in-trail.js";
import { createCategory } from "./categories/create-category.js";
import { deleteCategory } from "./categories/delete-category.js";
import { getCategoryMerge } from "./categories/get-category-merge.js";
import { getCategory } from "./categories/get-category.js";
import { listCategories } from "./categories/list-categories.js";
import { mergeCategory } from "./categories/merge-category.js";
import { createMergeRunner } from "./categories/merge-runner.js";
import { putBackCategories } from "./categories/put-back-categories.js";
import { updateCategory } from "./categories/update-category.js";
import { watchEventLoopDelay, type EventLoopDelay } from "./concurrency/event-loop-delay.js";
import { createLanes, type Lanes } from "./concurrency/lanes.js";
import type { PeriodicTask } from "./concurrency/periodic-task.js";
import { createReadiness, type Readiness } from "./http/readiness.js";
import { ReadPool } from "./database/read-pool.js";
import { openRateLimitStore, type RateLimitStore } from "./concurrency/rate-limit/rate-limit-store.js";
import { createLocalBus, type WorkerBus } from "./concurrency/worker-bus.js";
import type { Config } from "./config/config.js";
import { parseNetworks } from "./config/networks.js";
import { createApiKey } from "./credentials/api-keys/create-api-key.js";
import { getApiKey } from "./credentials/api-keys/get-api-key.js";
import { listApiKeys } from "./credentials/api-keys/list-api-keys.js";
import { revokeApiKey } from "./credentials/api-keys/revoke-api-key.js";
import { rotateApiKey } from "./credentials/api-keys/rotate-api-key.js";
import { createFindPrincipal } from "./credentials/find-principal.js";
import { createKeyUsage, type KeyUsage } from "./credentials/key-usage.js";
import { createPrincipalCache, type PrincipalCache } from "./credentials/principal-cache.js";
import { type ChargeReads, createChargeReads } from "./concurrency/rate-limit/charge-reads.js";
import { createEventFeed, type EventFeed } from "./events/event-feed.js";
import { listEvents } from "./events/list-events.js";
import { exportPets } from "./csv/export-pets.js";
import { importPets } from "./csv/import-pets.js";
import { openChangeFeed, type WatchedChangeFeed } from "./database/change-feed.js";
import { serverOf } from "./database/describe-store.js";
import { type Database, parseAddress } from "./database/open-database.js";
import { queryOfPool } from "./database/query.js";
import { fastMutation } from "./fast-path/fast-mutation.js";
import { fastRead, type ReadOperation } from "./fast-path/fast-read.js";
import { createResponseCache, type ResponseCache } from "./fast-path/response-cache/response-cache.js";
import type { FastHandler, FastPath } from "./gate/fast-path.js";
import { createGate } from "./gate/gate.js";
import { createHttpServer } from "./gate/server.js";
import { createApp } from "./http/app.js";
import { createRequestMetrics, type RequestMetrics } from "./metrics/request-metrics.js";
import { type Cursors, createCursors } from "./operation/listing/cursors.js";
import { overModels } from "./operation/mutation.js";
import { createRunMutations, type Operations } from "./operation/operations.js";
import { createJobSteps, type JobSteps } from "./operation/job-steps.js";
import { createJsonCompressor, type JsonCompressor } from "./operation/json-compression.js";
import type { Input } from "./operation/operation.js";
import { type CustomerResource, customerResource } from "./orders/customers/customer-resource.js";
import { createCustomer } from "./orders/customers/create-customer.js";
import { deleteCustomer } from "./orders/customers/delete-customer.js";
import { expireCustomers } from "./orders/customers/expire-customers.js";
import { mergeCustomer } from "./orders/customers/merge-customer.js";
import { exportCustomer } from "./orders/customers/export-customer.js";
import { listCustomers } from "./orders/customers/list-customers.js";
import { updateCustomer } from "./orders/customers/update-customer.js";
import { createOrder } from "./orders/create-order.js";
import { getOrder } from "./orders/get-order.js";
import { listOrders } from "./orders/list-orders.js";
import { putBackOrders } from "./orders/put-back-orders.js";
import { updateOrder } from "./orders/update-order.js";
import { createExpressMessages } from "./patches/express-messages.js";
import { changePets } from "./pets/change-pets.js";
import { createPetBatch } from "./pets/create-pet-batch.js";
import { createPet } from "./pets/create-pet.js";
import { deletePet } from "./pets/delete-pet.js";
import { deletePetByExternalId } from "./pets/delete-pet-by-external-id.js";
import { createPetCountFold } from "./pets/fold-pet-counts.js";
import { getInventory } from "./pets/get-inventory.js";
import { getPet } from "./pets/get-pet.js";
import { isSeenDifferently, listPets, petRows } from "./pets/list-pets.js";
import { createSearchKeeper, type SearchKeeper } from "./pets/search/keep-search.js";
import { listSuggestions } from "./pets/search/list-suggestions.js";
import { putPetByExternalId } from "./pets/put-pet-by-external-id.js";
import { putPetsByExternalId } from "./pets/put-pets-by-external-id.js";
import { getStore } from "./pets/store-settings/get-store.js";
import { putBackStore } from "./pets/store-settings/put-back-store.js";
import { updateStore } from "./pets/store-settings/update-store.js";
import { updatePet } from "./pets/update-pet.js";
import { deleteView } from "./pets/views/delete-view.js";
import { getView } from "./pets/views/get-view.js";
import { listViews } from "./pets/views/list-views.js";
import { putView } from "./pets/views/put-view.js";
import { createNote } from "./pets/notes/create-note.js";
import { listNotes } from "./pets/notes/list-notes.js";
import { listPetNotes } from "./pets/notes/list-pet-notes.js";
import { type NoteResource, noteResource } from "./pets/notes/note-resource.js";
import { restoreNote } from "./pets/notes/restore-note.js";
import { getProfile } from "./pets/profiles/get-profile.js";
import { updateProfileBatch } from "./pets/profiles/update-profile-batch.js";
import { updateProfile } from "./pets/profiles/update-profile.js";
import { createImageConverter, type ImageConverter } from "./pets/photos/image-converter.js";
import { createPhoto } from "./pets/photos/create-photo.js";
import { deletePhoto } from "./pets/photos/delete-photo.js";
import { checkPhotoBucket } from "./pets/photos/check-photo-bucket.js";
import { createMediaStore, type MediaStore } from "./pets/photos/media-store.js";
import { photoBucketOf } from "./pets/photos/object-store.js";
import { createObjectSweep } from "./pets/photos/object-sweep.js";
import { createPhotoSweep } from "./pets/photos/photo-sweep.js";
import { putBackPhotos } from "./pets/photos/put-back-photos.js";
import { getPhoto, listPhotos } from "./pets/photos/read-photos.js";
import { restorePhoto } from "./pets/photos/restore-photo.js";
import { loadSample } from "./pets/sample/load-sample.js";
import { serveMedia } from "./pets/photos/serve-media.js";
import { updatePhoto } from "./pets/photos/update-photo.js";
import { clearUploads, createUploadSweep } from "./request/body/upload-folders.js";
import { openAuthSecret } from "./startup/auth-secret.js";
import { createExpirySweep, type ExpirySweep } from "./startup/expiry-sweep.js";
import type { Compose } from "./startup/service.js";
import { sharedSecret } from "./startup/shared-secret.js";
import { traceOperation } from "./tracing/trace-operation.js";
import type { Tracing } from "./tracing/tracing.js";
import { resolveByDns, type TargetRules } from "./webhooks/check-target.js";
import { createWebhookEndpoint } from "./webhooks/create-webhook-endpoint.js";
import { deleteWebhookEndpoint } from "./webhooks/delete-webhook-endpoint.js";
import { createWebhooks, type Webhooks } from "./webhooks/deliver-webhooks.js";
import { getWebhookEndpoint } from "./webhooks/get-webhook-endpoint.js";
import type { LeasePlace } from "./webhooks/lease.js";
import { listWebhookDeliveries } from "./webhooks/list-webhook-deliveries.js";
import { listWebhookEndpoints } from "./webhooks/list-webhook-endpoints.js";
import { redeliverWebhook } from "./webhooks/redeliver-webhook.js";
import { replayWebhookEndpoint } from "./webhooks/replay-webhook-endpoint.js";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.js";
import { testWebhookEndpoint } from "./webhooks/test-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./webhooks/update-webhook-endpoint.js";
import { findStaticFile } from "./web/find-static-file.js";
import { getOpenApiDocument } from "./web/get-openapi-document.js";
import { readWebFiles, type WebFiles } from "./web/read-web-files.js";
import type { Db } from "./database/prisma-client.js";

/** All parts of a process that serves requests. Each part and operation declares only those that it uses. */
export type Deps = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly db: Db;
  readonly database: Database;
  readonly lanes: Lanes;
  readonly eventLoopDelay: EventLoopDelay;
  readonly cursors: Cursors;
  readonly changeFeed: WatchedChangeFeed;
  readonly eventFeed: EventFeed;
  readonly chargeReads: ChargeReads;
  readonly webhookTargets: TargetRules;
  readonly webhooks: Webhooks;
  readonly workerBus: WorkerBus;
  readonly principals: PrincipalCache;
  readonly responseCache: ResponseCache;
  readonly jsonCompressor: JsonCompressor;
  readonly keyUsage: KeyUsage;
  readonly jobSteps: JobSteps;
  readonly expirySweep: ExpirySweep;
  readonly mergeRunner: PeriodicTask;
  readonly undoRunner: PeriodicTask;
  readonly petCountFold: PeriodicTask;
  readonly searchKeeper: SearchKeeper;
  readonly photoSweep: PeriodicTask;
  readonly objectSweep: PeriodicTask;
  readonly uploadSweep: PeriodicTask;
  readonly imageConverter: ImageConverter;
  readonly media: MediaStore;
  readonly authSecret: string;
  readonly presence: Presence;
  readonly signInTrail: SignInTrail;
  /** Undefined stands for better-auth's scrypt. No setting changes this; only tests use a cheaper hash. */
  readonly passwordHashing: PasswordHashing | undefined;
  readonly rateLimits: RateLimitStore | undefined;
  /** The files of the admin and the pages for developers; undefined if neither is served. */
  readonly webFiles: WebFiles | undefined;
  /** Undefined without METRICS_PORT. */
  readonly metrics: RequestMetrics | undefined;
  readonly tracing: Tracing | undefined;
  /** The state of the process, which `/readyz` shows. */
  readonly life: { state: "starting" | "ready" | "stopping" };
  readonly readiness: Readiness;
  /** The servers other than PostgreSQL that are configured, and whether each could be used when it was last needed. */
  readonly dependencies: Readonly<
    Record<"redis" | "standby" | "photo_bucket" | "otlp_collector", (() => boolean) | undefined>
  >;
  readonly isResponseValidated: boolean;
};

/** The functions with which an undo restores the subjects of each feature. */
export const putBacksOf = (deps: Pick<Deps, "database" | "cursors">): PutBacks => ({
  photo: putBackPhotos,
  attribute: putBackAttributes(attributeResource(deps)),
  category: putBackCategories,
  order: putBackOrders,
  store: putBackStore,
});

const storePlaceOf = ({ dataDir, databaseReplicaUrl }: Config, { isPrivate, connection }: Database): LeasePlace => {
  if (isPrivate) return { folder: dataDir, server: "" };
  const standby = databaseReplicaUrl && serverOf(parseAddress("DATABASE_REPLICA_URL", databaseReplicaUrl));
  return { folder: "", server: serverOf(connection), standby };
};

export const createDeps = async (
  config: Config,
  log: Logger,
  database: Database,
  workerBus: WorkerBus = createLocalBus(),
  tracing?: Tracing,
): Promise<Deps> => {
  const { db } = database;
  const [authSecret, webFiles, cursorSecret] = await Promise.all([
    openAuthSecret(config),
    readWebFiles(config),
    sharedSecret(queryOfPool(database.pool), "cursor"),
    clearUploads(config.dataDir),
  ]);
  const rateLimits = await openRateLimitStore(config, log, (options) => workerBus.openCounter(options));
  const eventLoopDelay = watchEventLoopDelay();
  const lanes = createLanes(eventLoopDelay, tracing);
  const objects = photoBucketOf(config);
  const media = createMediaStore(objects);
  const changeFeed = openChangeFeed(database.connection, log);
  const responseCache = createResponseCache(changeFeed, {
    maxBytes: config.responseCacheMegabytes * 1_000_000,
    workerBus,
  });
  const jobSteps = createJobSteps(queryOfPool(database.pool), log);
  const eventFeed = createEventFeed({ database, lanes, changeFeed });
  const clock = () => new Date();
  const life: Deps["life"] = { state: "starting" };
  const readPool = database.reads.pool;
  const cursors = createCursors(cursorSecret);
  const webhookTargets = {
    allowed: parseNetworks(config.webhookAllow) ?? new BlockList(),
    ports: new Set(config.webhookPorts),
    resolve: resolveByDns,
  };
  return {
    config,
    log,
    clock,
    db,
    database,
    lanes,
    eventLoopDelay,
    cursors,
    changeFeed,
    eventFeed,
    webhookTargets,
    jobSteps,
    webhooks: createWebhooks({
      database,
      lanes,
      eventFeed,
      jobSteps,
      log,
      clock,
      authSecret,
      webhookTargets,
      storePlace: storePlaceOf(config, database),
    }),
    workerBus,
    principals: createPrincipalCache(
      config.environment,
      createFindPrincipal(database.pool, lanes.control),
      changeFeed,
      workerBus,
    ),
    responseCache,
    jsonCompressor: createJsonCompressor(),
    keyUsage: createKeyUsage(db, lanes.control, log),
    expirySweep: createExpirySweep(db, lanes.control, log, {
      jobSteps,
      eventFeed,
      retentionDays: config.eventRetentionDays,
      expireCustomers: (tx, reached) => expireCustomers(tx, config.customerRetentionMonths, reached),
    }),
    undoRunner: createUndoRunner({
      database,
      jobSteps,
      lane: lanes.bulkWrites,
      responseCache,
      log,
      changePets: changePets({ config }),
      putBacks: putBacksOf({ database, cursors }),
    }),
    mergeRunner: createMergeRunner({ database, jobSteps, log }, lanes.bulkWrites, responseCache),
    petCountFold: createPetCountFold(database.pool, lanes.control, log),
    searchKeeper: createSearchKeeper(database, lanes, log),
    photoSweep: createPhotoSweep({ database, jobSteps }, media, lanes.control, log),
    objectSweep: createObjectSweep(database, objects, lanes.control, log),
    uploadSweep: createUploadSweep(config.dataDir, log),
    imageConverter: createImageConverter(),
    media,
    authSecret,
    presence: createPresence(db, changeFeed, clock),
    signInTrail: createSignInTrail(database.pool, lanes.control, log),
    passwordHashing: undefined,
    rateLimits,
    chargeReads: createChargeReads(rateLimits),
    webFiles,
    metrics: config.metricsPort === undefined ? undefined : createRequestMetrics(),
    tracing,
    life,
    readiness: createReadiness({ changeFeed, database, lanes, life, log }),
    dependencies: {
      redis: rateLimits?.isRedisUsed,
      standby: readPool instanceof ReadPool ? () => readPool.isStandbyUsed : undefined,
      photo_bucket: objects?.isUsable,
      otlp_collector: tracing && (() => tracing.isCollectorUsable()),
    },
    isResponseValidated: false,
  };
};

const attributeOperations = (attributes: AttributeResource): Operations<typeof contract.attributes> => ({
  listAttributes: attributes.list,
  createAttribute: overModels(createAttribute(attributes)),
  getAttribute: attributes.get,
  updateAttribute: overModels(updateAttribute(attributes)),
  deleteAttribute: overModels(deleteAttribute(attributes)),
  restoreAttribute: overModels(restoreAttribute(attributes)),
});

const noteOperations = (deps: Deps, notes: NoteResource): Operations<typeof contract.notes> => ({
  listPetNotes: listPetNotes(deps, notes),
  createNote: overModels(createNote()),
  getNote: notes.get,
  updateNote: overModels(notes.update),
  deleteNote: overModels(notes.delete),
  listNotes: listNotes(deps),
  restoreNote: overModels(restoreNote()),
});

const customerOperations = (deps: Deps, customers: CustomerResource): Operations<typeof contract.customers> => ({
  listCustomers: listCustomers(deps),
  createCustomer: overModels(createCustomer()),
  getCustomer: customers.get,
  updateCustomer: overModels(updateCustomer(customers)),
  deleteCustomer: overModels(deleteCustomer(customers)),
  mergeCustomer: overModels(mergeCustomer(customers)),
  exportCustomer: exportCustomer(deps, customers),
});

const ownOperations = (deps: Deps): Omit<Operations<typeof contract>, "today" | "suggestions"> => ({
  attributes: attributeOperations(attributeResource(deps)),
  profiles: {
    getProfile: getProfile(deps),
    updateProfile: overModels(updateProfile()),
    updateProfileBatch: overModels(updateProfileBatch()),
  },
  photos: {
    listPhotos: listPhotos(deps),
    createPhoto: createPhoto(deps),
    getPhoto: getPhoto(deps),
    updatePhoto: overModels(updatePhoto()),
    deletePhoto: overModels(deletePhoto(deps)),
    restorePhoto: overModels(restorePhoto()),
  },
  notes: noteOperations(deps, noteResource(deps)),
  pets: {
    listPets: listPets(deps),
    getPet: getPet(deps),
    createPet: createPet(deps),
    importPets: importPets(deps),
    exportPets: exportPets(deps, petRows(deps)),
    createPetBatch: createPetBatch(deps),
    updatePet: updatePet(deps),
    putPetByExternalId: overModels(putPetByExternalId(deps)),
    putPetsByExternalId: overModels(putPetsByExternalId(deps)),
    deletePet: overModels(deletePet()),
    deletePetByExternalId: overModels(deletePetByExternalId()),
    changePets: overModels(changePets(deps)),
  },
  categories: {
    listCategories: listCategories(deps),
    createCategory: overModels(createCategory()),
    getCategory: getCategory(deps),
    updateCategory: overModels(updateCategory()),
    deleteCategory: overModels(deleteCategory()),
    mergeCategory: overModels(mergeCategory()),
    getCategoryMerge: getCategoryMerge(deps),
  },
  orders: {
    listOrders: listOrders(deps),
    createOrder: createOrder(),
    getOrder: getOrder(deps),
    updateOrder: updateOrder(),
  },
  customers: customerOperations(deps, customerResource(deps)),
  inventory: { getInventory: getInventory(deps) },
  statistics: { getStatistics: getStatistics(deps) },
  views: {
    listViews: listViews(deps),
    getView: getView(deps),
    putView: overModels(putView()),
    deleteView: overModels(deleteView()),
  },
  store: { getStore: getStore(deps), updateStore: overModels(updateStore()) },
  apiKeys: {
    listApiKeys: listApiKeys(deps),
    createApiKey: overModels(createApiKey(deps)),
    getApiKey: getApiKey(deps),
    revokeApiKey: overModels(revokeApiKey()),
    rotateApiKey: overModels(rotateApiKey(deps)),
  },
  auditEvents: { listAuditEvents: listAuditEvents(deps) },
  events: { listEvents: listEvents(deps) },
  history: { listHistory: listHistory(deps), listHistoryActors: listHistoryActors(deps) },
  actions: {
    listActions: listActions(deps),
    getAction: getAction(deps),
    undoAction: overModels(undoAction()),
    stopUndo: overModels(stopUndo()),
  },
  webhooks: {
    listWebhookEndpoints: listWebhookEndpoints(deps),
    createWebhookEndpoint: createWebhookEndpoint(deps),
    getWebhookEndpoint: getWebhookEndpoint(deps),
    updateWebhookEndpoint: updateWebhookEndpoint(deps),
    deleteWebhookEndpoint: overModels(deleteWebhookEndpoint()),
    rotateWebhookSecret: overModels(rotateWebhookSecret(deps)),
    testWebhookEndpoint: testWebhookEndpoint(deps),
    listWebhookDeliveries: listWebhookDeliveries(deps),
    replayWebhookEndpoint: replayWebhookEndpoint(deps),
    redeliverWebhook: redeliverWebhook(deps),
  },
  document: { getOpenApiDocument: getOpenApiDocument(deps) },
});

/** Creates all operations of the contract. The fast path answers some of them. */
const createOperations = (deps: Deps): Operations<typeof contract> => {
  const own = ownOperations(deps);
  return {
    ...own,
    today: { getToday: getToday(deps, own) },
    suggestions: { listSuggestions: listSuggestions(deps, own) },
  };
};

export type Handlers = {
  readonly fastPath: FastPath;
  readonly express: RequestListener;
};

/**
 * @param adapt - Replaces handlers in tests, for example to disable the fast path or to count the requests that reach
 * Express.
 */
export const createServer = (deps: Deps, adapt: (handlers: Handlers) => Handlers = (handlers) => handlers): Server => {
  const { tracing } = deps;
  const operations = createOperations(deps);
  const { pets } = operations;
  const runMutations = createRunMutations(deps, contract, operations);
  const app = createApp({ ...deps, runMutations }, operations);
  const read = <Route extends AppRoute>(
    route: Route,
    name: string,
    operation: ReadOperation<Route>,
    isSeenDifferently: (input: Input<Route>) => boolean,
  ) => [route, fastRead(deps, route, traceOperation(tracing, name, operation), isSeenDifferently)] as const;
  const mutation = <Route extends AppRoute>(route: Route) =>
    [route, fastMutation(deps, route, runMutations.of(route))] as const;
  const { fastPath, express } = adapt({
    fastPath: new Map<AppRoute, FastHandler>([
      read(contract.pets.listPets, "listPets", pets.listPets, isSeenDifferently),
      read(contract.pets.getPet, "getPet", pets.getPet, ({ query }) => query.expand !== undefined),
      mutation(contract.pets.createPet),
      mutation(contract.pets.createPetBatch),
      mutation(contract.pets.updatePet),
      mutation(contract.orders.createOrder),
      mutation(contract.orders.updateOrder),
    ]),
    express: app,
  });
  const findFile = deps.webFiles && findStaticFile(deps.webFiles);
  const findMedia = serveMedia(deps);
  const gate = createGate(deps, fastPath, express, (request, path) => findMedia(path) ?? findFile?.(request, path));
  return createHttpServer(deps, createExpressMessages(app), gate);
};

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.rateLimits?.close();
  deps.eventLoopDelay.close();
  // The sender still reads the feed, and records the results of the requests in flight.
  await deps.webhooks.close();
  deps.eventFeed.stop();
  await Promise.all([
    deps.readiness.close(),
    deps.changeFeed.close(),
    deps.keyUsage.close(),
    deps.expirySweep.close(),
    deps.mergeRunner.close(),
    deps.undoRunner.close(),
    deps.petCountFold.close(),
    deps.searchKeeper.close(),
    deps.photoSweep.close(),
    deps.objectSweep.close(),
    deps.uploadSweep.close(),
    deps.imageConverter.close(),
    deps.signInTrail.close(),
    deps.tracing?.close(),
  ]);
  await deps.database.close();
};

/** @param tracing - It is closed together with the other parts. */
export const compose: Compose = async (config, log, database, workerBus, tracing) => {
  await checkPhotoBucket(config, log);
  const deps = await createDeps(config, log, database, workerBus, tracing);
  return { deps, server: createServer(deps), loadSample, close: () => closeDeps(deps) };
};
