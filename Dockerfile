# The product as one image: npm start's server, without its embedded parts' data. See docs/deployment.md.
# Build: docker build -t viastack .

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# The packages that the server needs, and no others.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Viastack" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# Files that the built server reads at run time.
COPY --from=build /app/server/database/migrations server/database/migrations
COPY --from=build /app/server/http/page.css server/http/page.css
COPY --from=build /app/server/http/page-script.js server/http/page-script.js
COPY --from=build /app/src/ui/fonts/geist.woff2 src/ui/fonts/geist.woff2
COPY --from=build /app/openapi/product.yaml openapi/product.yaml
COPY --from=build /app/public/favicon.svg public/favicon.svg
COPY --from=build /app/package.json /app/LICENSE ./
# The root file system can be read-only: only this folder is written.
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
