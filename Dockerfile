# The built handler on a small image, run as nobody. It writes nothing:
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 \
#     -v ./plumbline.yaml:/etc/plumbline.yaml:ro -e PLUMBLINE_SETTINGS=/etc/plumbline.yaml plumbline
FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src src
COPY handlers handlers
RUN npm run build

FROM gcr.io/distroless/nodejs20-debian12:nonroot
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/dist /app/dist
USER 65532:65532
WORKDIR /
EXPOSE 8080
ENTRYPOINT ["/nodejs/bin/node", "/app/dist/handlers/cli.js"]
CMD ["serve"]
