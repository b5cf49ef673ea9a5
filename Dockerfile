FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim AS web
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000
COPY --from=build --chown=node /app/.next/standalone ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]

# The worker, and the migration step with another command.
FROM node:22-bookworm-slim AS worker
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node /app/package.json /app/tsconfig.json ./
COPY --from=build --chown=node /app/node_modules ./node_modules
COPY --from=build --chown=node /app/server ./server
COPY --from=build --chown=node /app/workers ./workers
COPY --from=build --chown=node /app/scripts ./scripts
COPY --from=build --chown=node /app/prisma ./prisma
USER node
CMD ["node", "--import", "tsx", "workers/main.ts"]
