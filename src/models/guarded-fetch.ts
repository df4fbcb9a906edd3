/** The one way out: only to the model's own host, only with headers we chose, and no more than a bounded answer back. */
import type { Endpoint } from "./endpoint.ts";
import { Fault } from "./fault.ts";

/** The SDKs add headers from variables of their own (custom headers, organisations, other keys): these pass, no others. */
const passing = /^(?:accept|content-type|user-agent|anthropic-version|anthropic-beta|x-stainless-.*)$/;

function bounded(response: Response, maxBytes: number): Response {
  if (response.body === null) return response;
  let seen = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > maxBytes)
        controller.error(new Fault("too-large", `an answer of more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/** A fetch for one endpoint, to be given to an SDK. Redirects are refused: they would carry the key elsewhere. */
export function guardedFetch(endpoint: Endpoint, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== endpoint.origin) throw new Fault("fatal", `would leave ${endpoint.origin}`);
    const headers = new Headers();
    for (const [name, value] of new Headers(init?.headers)) if (passing.test(name)) headers.set(name, value);
    if (endpoint.key !== undefined)
      headers.set(
        endpoint.keyHeader,
        endpoint.keyHeader === "authorization" ? `Bearer ${endpoint.key}` : endpoint.key,
      );
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new Fault(
        "fatal",
        `HTTP ${response.status}: the server redirects; name the address it leads to`,
        {
          status: response.status,
        },
      );
    }
    return bounded(response, maxBytes);
  };
}
