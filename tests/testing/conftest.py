"""An echoing HTTP server on loopback, and a client for it."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest


class Echo(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing."""


class Server:
    def __init__(self):
        self.http = HTTPServer(("127.0.0.1", 0), Echo)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(target=self.http.serve_forever)
        self.thread.start()

    def close(self):
        if self.thread.is_alive():
            self.http.shutdown()
            self.thread.join()
            self.http.server_close()


@pytest.fixture
def httpx_client():
    httpx2 = pytest.importorskip("httpx2")
    server, clients = Server(), []

    def client():
        clients.append(httpx2.Client(trust_env=False))
        return clients[-1]

    yield client, server
    for each in clients:
        each.close()
    server.close()
