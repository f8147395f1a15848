FROM python:3.12-slim AS build
WORKDIR /parlour
RUN python -m venv --without-pip /venv
COPY requirements.lock .
RUN pip --python /venv/bin/python install --no-cache-dir --require-hashes -r requirements.lock
COPY bot bot
COPY games games
COPY storage storage
COPY docs docs
# Compiled now, because the container's files may be read-only later.
RUN python -m compileall -q bot games storage && rm requirements.lock

FROM python:3.12-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin parlour \
    && install --directory --owner parlour --group parlour --mode 700 /games
WORKDIR /parlour
COPY --from=build /venv /venv
COPY --from=build /parlour /parlour
USER 10001:10001
ENV PARLOUR_STORAGE__URL=sqlite:////games/parlour.sqlite3 \
    PARLOUR_SERVE__PORT=9464 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
VOLUME /games
STOPSIGNAL SIGTERM
# An image in the OCI format can't have this; compose.yaml has it, too, and docs/hosting.md says what else to do.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["/venv/bin/python", "-m", "bot.healthy"]
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
CMD ["run"]
