"""Messages of Protocol Buffers, written by Google's library and compared with what Hark reads of them.

    write PROTO SET HAR   compiles PROTO, and writes calls whose answers are messages of all kinds into HAR
    check SET LINES       makes messages anew from the fields that Hark told, and compares them with what was sent
"""

import base64
import json
import random
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from grpc_tools import protoc

TYPE = "test.All"
COUNT = 60


def message_class(path):
    pool = descriptor_pool.DescriptorPool()
    with open(path, "rb") as file:
        for one in descriptor_pb2.FileDescriptorSet.FromString(file.read()).file:
            pool.Add(one)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(TYPE))


def value(field, chance, depth):
    kinds = type(field)
    whole = {
        kinds.CPPTYPE_INT32: (-(2**31), 2**31 - 1), kinds.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
        kinds.CPPTYPE_UINT32: (0, 2**32 - 1), kinds.CPPTYPE_UINT64: (0, 2**64 - 1),
    }
    if field.cpp_type in whole:
        low, high = whole[field.cpp_type]
        return chance.choice([low, high, 0, 1, max(low, -1), chance.randint(low, high)])
    if field.cpp_type in (kinds.CPPTYPE_DOUBLE, kinds.CPPTYPE_FLOAT):
        return chance.choice([0.0, -1.5, 0.25, 1e10])
    if field.cpp_type == kinds.CPPTYPE_BOOL:
        return chance.random() < 0.5
    if field.cpp_type == kinds.CPPTYPE_ENUM:
        return chance.choice([one.number for one in field.enum_type.values])
    if field.type == kinds.TYPE_BYTES:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(6)))
    return "".join(chance.choice("aé\n{\"\u4e00") for _ in range(chance.randrange(6)))


def is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def fill(message, chance, depth=0):
    for field in message.DESCRIPTOR.fields:
        if chance.random() < 0.4 or field.message_type and depth > 3:
            continue
        holder = getattr(message, field.name)
        if is_map(field):
            key_field, value_field = field.message_type.fields_by_name["key"], field.message_type.fields_by_name["value"]
            for _ in range(chance.randrange(3)):
                key = value(key_field, chance, depth)
                if value_field.message_type:
                    fill(holder[key], chance, depth + 1)
                else:
                    holder[key] = value(value_field, chance, depth)
        elif field.is_repeated:
            for _ in range(chance.randrange(4)):
                if field.message_type:
                    fill(holder.add(), chance, depth + 1)
                else:
                    holder.append(value(field, chance, depth))
        elif field.message_type:
            holder.SetInParent()
            fill(holder, chance, depth + 1)
        else:
            setattr(message, field.name, value(field, chance, depth))


def messages(path):
    chance = random.Random(5)
    made = message_class(path)
    for _ in range(COUNT):
        message = made()
        fill(message, chance)
        yield message


def write(proto, target, har):
    folder = proto.rsplit("/", 1)[0]
    if protoc.main(["", f"-I{folder}", "--include_imports", f"--descriptor_set_out={target}", proto]) != 0:
        sys.exit(2)
    entries = []
    for message in messages(target):
        plain = message.SerializeToString()
        framed = b"\0" + len(plain).to_bytes(4, "big") + plain
        kind = {"name": "Content-Type", "value": "application/grpc"}
        entries.append({
            "startedDateTime": "2026-03-01T12:00:00.000Z", "time": 1, "cache": {},
            "request": {
                "method": "POST", "url": "http://a/test.Service/Get", "httpVersion": "HTTP/2.0", "cookies": [],
                "headers": [kind], "queryString": [], "headersSize": -1, "bodySize": 0,
            },
            "response": {
                "status": 200, "statusText": "", "httpVersion": "HTTP/2.0", "cookies": [], "headers": [kind],
                "content": {
                    "size": len(framed), "mimeType": "application/grpc", "encoding": "base64",
                    "text": base64.b64encode(framed).decode(),
                },
                "redirectURL": "", "headersSize": -1, "bodySize": len(framed),
            },
            "timings": {"send": 0, "wait": 1, "receive": 0},
        })
    with open(har, "w") as file:
        json.dump({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}}, file)
    print(len(entries))


def plain(field, told, text):
    if field.type == type(field).TYPE_BYTES:
        return base64.b64decode(text)
    if field.cpp_type in (type(field).CPPTYPE_DOUBLE, type(field).CPPTYPE_FLOAT):
        return float(text)
    return int(text) if isinstance(text, str) and field.type != type(field).TYPE_STRING else text


def build(message, fields):
    for told in fields:
        assert "guess" not in told and "mismatch" not in told, told
        field = message.DESCRIPTOR.fields_by_number[told["number"]]
        assert field.name == told["name"], (field.name, told)
        if is_map(field):
            inner = {one["name"]: one for one in told["fields"]}
            key_field, value_field = field.message_type.fields_by_name["key"], field.message_type.fields_by_name["value"]
            key = plain(key_field, inner.get("key"), inner["key"]["value"]) if "key" in inner else key_field.default_value
            holder = getattr(message, field.name)
            if value_field.message_type:
                build(holder[key], inner["value"]["fields"] if "value" in inner else [])
            else:
                default = value_field.default_value
                holder[key] = plain(value_field, None, inner["value"]["value"]) if "value" in inner else default
        elif field.message_type:
            holder = getattr(message, field.name)
            if field.is_repeated:
                holder = holder.add()
            else:
                holder.SetInParent()
            build(holder, told["fields"])
        elif field.is_repeated:
            values = told["value"] if isinstance(told["value"], list) else [told["value"]]
            getattr(message, field.name).extend(plain(field, told, one) for one in values)
        else:
            if field.enum_type and "valueName" in told:
                assert field.enum_type.values_by_number[told["value"]].name == told["valueName"], told
            setattr(message, field.name, plain(field, told, told["value"]))


def ordered(message):
    return message.SerializeToString(deterministic=True)


def check(target, lines):
    made = message_class(target)
    with open(lines) as file:
        entries = [json.loads(line) for line in file]
    equal = 0
    for entry, sent in zip(entries, messages(target)):
        one = entry["_grpc"]["messages"][0]
        assert one["messageType"] == TYPE, one
        found = made()
        build(found, one["fields"])
        # Equality of the library's own differs from run to run where maps are nested.
        assert ordered(found) == ordered(sent), (str(found), str(sent))
        equal += 1
    print(equal)


if sys.argv[1] == "write":
    write(*sys.argv[2:])
else:
    check(*sys.argv[2:])
