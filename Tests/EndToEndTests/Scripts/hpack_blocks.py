"""hpack_blocks.py read|write FILE: the blocks of a connection by another implementation of HPACK.

FILE is JSON: for `read` a list of blocks in hexadecimal, for `write` a list of lists of [name, value, sensitive], names
and values in hexadecimal. Prints the other of the two.
"""

import json
import pathlib
import sys

import hpack


def main() -> None:
    task, path = sys.argv[1], pathlib.Path(sys.argv[2])
    blocks = json.loads(path.read_text())
    if task == "read":
        decoder = hpack.Decoder(max_header_list_size=1 << 20)
        lists = [decoder.decode(bytes.fromhex(block), raw=True) for block in blocks]
        print(json.dumps([[[name.hex(), value.hex()] for name, value in fields] for fields in lists]))
        return
    encoder = hpack.Encoder()
    written = []
    for number, fields in enumerate(blocks):
        if number % 20 == 10:
            encoder.header_table_size = 4096 if number % 40 == 30 else 200
        headers = [(bytes.fromhex(name), bytes.fromhex(value), sensitive) for name, value, sensitive in fields]
        written.append(encoder.encode(headers, huffman=number % 3 != 0).hex())
    print(json.dumps(written))


main()
