#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Headless Chromium, spoken to through its pipe (Chrome DevTools Protocol): no package is needed."""
import json
import os
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--enable-unsafe-swiftshader", "--remote-debugging-pipe"]


class Browser:
    """One page. What it says on its console and what it throws is in `complaints`."""

    def __init__(self, width=1380, height=900):
        self.folder = tempfile.mkdtemp(prefix="sparkdyn-chromium-")
        down, down_end = os.pipe()
        up_end, up = os.pipe()
        # Chromium reads from 3 and writes to 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{down} 4>&{up}', "bash", PROGRAM, *FLAGS,
             f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            pass_fds=(down, up), stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.to, self.back = os.fdopen(down_end, "wb", buffering=0), os.fdopen(up_end, "rb")
        self.number, self.session, self.complaints, self.requests = 0, None, [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.to.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def read(self):
        text = bytearray()
        while (byte := self.back.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("chromium has ended")
            text += byte
        message = json.loads(text)
        parameters, method = message.get("params", {}), message.get("method")
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.complaints.append(str(parameters["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"][:200])
        return message

    def evaluate(self, code):
        found = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            details = found["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return found["result"].get("value")

    def open(self, file, patience=60):
        """Seconds until the page says that it stands."""
        self.complaints.clear()
        self.requests.clear()
        begun = time.monotonic()
        self.call("Page.navigate", url="file://" + str(file))
        while self.evaluate("document.body?.dataset.ready") != "true":
            if time.monotonic() - begun > patience:
                raise RuntimeError(f"{file} does not get ready: {self.complaints}")
            time.sleep(0.02)
        return time.monotonic() - begun

    def screenshot(self):
        import base64
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        self.to.close()
        self.back.close()
        shutil.rmtree(self.folder, ignore_errors=True)
