# Coup in the browser. Tables are kept in the volume /data.
FROM python:3.12-slim
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir '.[server]' && useradd --create-home coup && mkdir /data && chown coup /data
USER coup
WORKDIR /home/coup
ENV COUP_DATABASE=/data/tables.sqlite
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://localhost:8000/healthz')"
ENTRYPOINT ["coup", "serve", "--host", "0.0.0.0"]
