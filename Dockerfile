FROM python:3.12-slim AS build
WORKDIR /parlour
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.12-slim
RUN useradd --create-home parlour && mkdir /games && chown parlour /games
WORKDIR /parlour
COPY --from=build /venv /venv
COPY bot bot
COPY games games
COPY storage storage
USER parlour
ENV PARLOUR_STORAGE__URL=sqlite:////games/parlour.sqlite3 PYTHONUNBUFFERED=1
VOLUME /games
STOPSIGNAL SIGTERM
CMD ["/venv/bin/python", "-m", "bot", "run"]
