"""run.py [--workers N] [TEST …]: the tests that look at the page, side by side: a process and a browser for each worker. What failed is said last."""

import argparse
import multiprocessing
import os
import pathlib
import queue
import sys
import threading
import time
import unittest
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).parent))

# These take longest, so they begin first.
LONG = ("test_real.", "test_access.AccessTests", "test_pictures.", "test_hostile.", "test_list.MillionTests", "test_inspector.")


def flattened(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from flattened(each)
        else:
            yield each


def units(names):
    """What one worker does at a time: a test, or a class whose tests share what they begin with."""
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names) if names else loader.discover(str(pathlib.Path(__file__).parent))
    found = {}
    for test in flattened(suite):
        shares = "setUpClass" in type(test).__dict__
        found.setdefault(test.id().rsplit(".", 1)[0] if shares else test.id(), []).append(test.id())
    return sorted(found.values(), key=lambda ids: next((place for place, start in enumerate(LONG) if ids[0].startswith(start)), len(LONG)))


def end_with(parent):
    """Whoever stops the run stops its workers, which would go through all that is left."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def work(tasks, done):
    import page_case

    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()

    warnings.simplefilter("ignore", ResourceWarning)
    while (ids := tasks.get()) is not None:
        start, result = time.monotonic(), unittest.TestResult()
        unittest.TestLoader().loadTestsFromNames(ids).run(result)
        wrong = [(str(test), text) for test, text in result.failures + result.errors]
        done.put((ids, result.testsRun, wrong, [f"{test}: {why}" for test, why in result.skipped], time.monotonic() - start))
    page_case.close()
    done.put(None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=max(2, min(4, os.cpu_count() or 2)))
    parser.add_argument("--times", action="store_true", help="say how long each took")
    parser.add_argument("tests", nargs="*")
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    tasks, done = context.Queue(), context.Queue()
    all_units = units(options.tests)
    for ids in all_units:
        tasks.put(ids)
    workers = [context.Process(target=work, args=(tasks, done), daemon=True) for _ in range(min(options.workers, len(all_units)))]
    for worker in workers:
        tasks.put(None)
        worker.start()
    count, wrong, skipped, start, running = 0, [], [], time.monotonic(), len(workers)
    while running:
        try:
            told = done.get(timeout=5)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                wrong.append(("a worker", "It died in the middle of a test."))
                break
            continue
        if told is None:
            running -= 1
            continue
        ids, ran, failed, left_out, seconds = told
        count, wrong, skipped = count + ran, wrong + failed, skipped + left_out
        if options.times:
            print(f"{seconds:6.1f} s  {ids[0]}", file=sys.stderr)
        print("F" if failed else ".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for test, text in wrong:
        print(f"FAILED {test}\n{text}", file=sys.stderr)
    for text in skipped:
        print(f"did not run: {text}", file=sys.stderr)
    print(f"{count} tests of the page in {time.monotonic() - start:.0f} s: {len(wrong)} failed, {len(skipped)} did not run", file=sys.stderr)
    for test, _ in wrong:
        print(f"    {test}", file=sys.stderr)
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
