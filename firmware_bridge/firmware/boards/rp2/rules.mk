# Raspberry Pi Pico (RP2040) and Pico 2 (RP2350): bare metal, with the compiler and its own support library alone.
RP2_FLAGS := -mthumb -Os -g $(WARN) -ffreestanding -fno-tree-loop-distribute-patterns -ffunction-sections -fdata-sections \
  -Iboards/rp2/include -Icore -Iboards/rp2
RP2_SOURCES := $(CORE) $(wildcard boards/rp2/*.c)
RP2_HEADERS := $(HEADERS) $(wildcard boards/rp2/*.h boards/rp2/include/*.h)
RP2_LINK := -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--no-warn-rwx-segments -T boards/rp2/rp2.ld
RP2040_FLAGS := -mcpu=cortex-m0plus $(RP2_FLAGS)
RP2350_FLAGS := -mcpu=cortex-m33 -mfloat-abi=soft $(RP2_FLAGS) -DBOARD_IS_RP2350
RP2040_OBJECTS := $(patsubst %,$(BUILD)/rp2040/%.o,$(RP2_SOURCES) boards/rp2/boot2.S)
RP2350_OBJECTS := $(patsubst %,$(BUILD)/rp2350/%.o,$(RP2_SOURCES))

$(BUILD)/rp2040/%.o: % $(RP2_HEADERS)
	@mkdir -p $(@D)
	arm-none-eabi-gcc $(RP2040_FLAGS) -c $< -o $@

$(BUILD)/rp2350/%.o: % $(RP2_HEADERS)
	@mkdir -p $(@D)
	arm-none-eabi-gcc $(RP2350_FLAGS) -c $< -o $@

$(BUILD)/rp2040/lamplight.elf: $(RP2040_OBJECTS) boards/rp2/rp2.ld
	arm-none-eabi-gcc $(RP2040_FLAGS) $(RP2_LINK) $(RP2040_OBJECTS) -lgcc -o $@

$(BUILD)/rp2350/lamplight.elf: $(RP2350_OBJECTS) boards/rp2/rp2.ld
	arm-none-eabi-gcc $(RP2350_FLAGS) $(RP2_LINK) -Wl,--defsym=RP2350=1 -Wl,-e,main $(RP2350_OBJECTS) -lgcc -o $@

$(BUILD)/rp2040/lamplight.bin: $(BUILD)/rp2040/lamplight.elf tools/boot2.py
	arm-none-eabi-objcopy -O binary $< $@
	python3 tools/boot2.py $@

$(BUILD)/rp2350/lamplight.bin: $(BUILD)/rp2350/lamplight.elf
	arm-none-eabi-objcopy -O binary $< $@

$(BUILD)/rp2040.uf2: $(BUILD)/rp2040/lamplight.bin tools/uf2.py
	python3 tools/uf2.py --family rp2040 $< $@

$(BUILD)/rp2350.uf2: $(BUILD)/rp2350/lamplight.bin tools/uf2.py
	python3 tools/uf2.py --family rp2350 $< $@

NO_RP2 := there is no arm-none-eabi-gcc. On Debian: apt install gcc-arm-none-eabi

ifneq ($(call FOUND,arm-none-eabi-gcc),)
all: rp2
rp2: $(BUILD)/rp2040.uf2 $(BUILD)/rp2350.uf2
else
all: no-rp2
no-rp2:
	@echo "The images for the Pico and Pico 2 were left out: $(NO_RP2)"
rp2:
	@echo "The images for the Pico and Pico 2 cannot be built: $(NO_RP2)" >&2; exit 1
endif

.PHONY: rp2 no-rp2
