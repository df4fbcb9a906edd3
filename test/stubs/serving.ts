/** Stub model servers for tests, closed after each of them. */
import { afterEach } from "vitest";
import { type ModelStub, type Script, startModelStub, type WireFormat } from "./model-stub.ts";

/** Called once at the top of a test file; gives the way to start stubs in its tests. */
export function serving(): (format: WireFormat, ...script: Script) => Promise<ModelStub> {
  const open: ModelStub[] = [];
  afterEach(async () => {
    for (const stub of open.splice(0)) await stub.close();
  });
  return async (format, ...script) => {
    const stub = await startModelStub(format, script);
    open.push(stub);
    return stub;
  };
}
