// The worker that all windows of a browser share.
import { Hub } from "./hub.js";

const hub = new Hub();
addEventListener("connect", ({ ports: [port] }) => hub.connect(port));
