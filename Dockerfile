# Tavola in a container: a non-root user, data in the volume /data, the page on port 8080.
# See docs/self-hosting.md.

FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/tavola
COPY requirements.lock ./
RUN /opt/tavola/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY core core
COPY renderers renderers
COPY bot bot
RUN /opt/tavola/bin/pip install --no-deps --no-build-isolation --no-index .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data tavola \
    && install -d -o tavola -g tavola /data /opt/kernels
COPY --from=build /opt/tavola /opt/tavola
# Inside the container the page listens on every interface; which of the machine's own reach it is
# said by the published port. The address below is how people type it, so it goes with that port.
ENV PATH=/opt/tavola/bin:$PATH \
    NUMBA_CACHE_DIR=/opt/kernels \
    PYTHONUNBUFFERED=1 \
    TAVOLA_STORAGE_PATH=/data/tavola.db \
    TAVOLA_WEB_HOST=0.0.0.0 \
    TAVOLA_WEB_PORT=8080 \
    TAVOLA_WEB_PUBLIC_URL=http://127.0.0.1:8080
USER tavola
# Compiles the computer players, for any processor of this kind.
RUN tavola warm
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/ready', timeout=4)"]
ENTRYPOINT ["tavola"]
CMD ["run"]
