# One image for every program of the project: the command says which.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY ledger/package.json ledger/
COPY event-store/package.json event-store/
COPY projections/package.json projections/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
RUN npm ci
COPY . .
RUN npx vite build frontend && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
WORKDIR /app
# The server runs TypeScript as it is; the cache makes the next start of the same image faster.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4000
CMD ["node", "--max-semi-space-size=64", "backend/src/main.ts"]
